import { expect, test } from 'vitest'
import { fakeServer, newFolder, outputHere, runHere } from '../testing/fake-server.ts'
import { fakeUser } from '../testing/fake-user.ts'

async function loginServer() {
  const begun: Record<string, unknown>[] = []
  const { url } = await fakeServer({
    'POST /api/devices/begin': (body) => {
      begun.push(JSON.parse(body))
      const asked = { deviceCode: 'd', userCode: 'ABCD1234', verificationUrl: 'https://x/device' }
      return { status: 201, body: { ...asked, expiresInSeconds: 600, intervalSeconds: 0 } }
    },
    'POST /api/devices/poll': () => ({
      body: { state: 'allowed', intervalSeconds: 0, session: { accessToken: 'a', refreshToken: 'r', user: fakeUser } },
    }),
  })
  return { url, begun }
}

test('O7 O9 a log-in asks for the scopes that the commands need and no other, and says so', async () => {
  const { url, begun } = await loginServer()
  const { exitCode, events } = await runHere(newFolder(), {}, 'login', url)
  expect(exitCode).toBe(0)
  const scopes = ['send', 'read', 'requests']
  expect(begun).toMatchObject([{ scopes }])
  expect(events[0]).toMatchObject({ event: 'code', scopes })
  const { lines } = await outputHere(newFolder(), 'login', url)
  expect(lines.join('\n')).toContain('It asks for no more than it needs: send files, see transfers, and ask for files.')
})
