import { expect, test } from 'vitest'
import { fakeServer, newFolder, runHere } from '../testing/fake-server.ts'

const view = {
  ...{ slug: 'Ab3dE6g', sender: null, message: '', files: [], totalBytes: 0, fileCount: 0, expiresAt: null },
  ...{ dl: null, recipient: null, notifiesSender: false, downloadsLeft: null },
}

test.each([
  ['unfinished', 410, 'senderGaveUp'],
  ['expired', 410, 'transferExpired'],
  ['disabled', 403, 'transferDisabled'],
  ['limitReached', 403, 'downloadLimitReached'],
  ['takenDown', 451, 'transferTakenDown'],
  ['unknown', 404, 'transferUnknown'],
])('O7 D8 a link that is %s ends the run', async (state, status, code) => {
  const { url, asked } = await fakeServer({ 'GET /api/transfers/Ab3dE6g': () => ({ status, body: { ...view, state } }) })
  const { exitCode, events } = await runHere(newFolder(), {}, 'receive', `${url}/w/Ab3dE6g`)
  expect([exitCode, events.at(-1)]).toMatchObject([3, { event: 'error', code }])
  expect(asked).toHaveLength(1)
})
