import { createApi } from '@sampan/client/api'
import { expect, test } from 'vitest'
import { fakeServer, newFolder } from '../testing/fake-server.ts'
import { fakeUser } from '../testing/fake-user.ts'
import { openCredentials } from './credentials.ts'
import { programSession } from './program-session.ts'

test('O7 a session is renewed by the server that it is of, and the current server stays the one of the last log-in', async () => {
  const home = newFolder()
  const { url } = await fakeServer({
    'GET /refreshToken': () => ({ body: { accessToken: 'a2', refreshToken: 'r2', user: fakeUser } }),
  })
  const credentials = openCredentials({ env: {}, home, platform: 'linux' })
  credentials.set(url, { userId: 'u1', email: 'a@b.c', refreshToken: 'r1' })
  credentials.set('https://other.example', { userId: 'u2', email: 'd@e.f', apiToken: 'smp_x' })
  expect(await programSession(createApi({ baseUrl: url }), credentials, url).token()).toBe('a2')
  expect(credentials.get(url)).toMatchObject({ refreshToken: 'r2' })
  expect(credentials.currentServer()).toBe('https://other.example')
})
