import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { fakeLink } from '../testing/fake-link.ts'
import { newFolder, outputHere } from '../testing/fake-server.ts'

/** Minutes between two looks pass at once. */
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

test('O7 D9 a person is told of the virus scan once, and again when fewer files wait for it', async () => {
  let looks = () => 0
  const scannedWith = (look: number) => ({
    path: `${look}.bin`,
    bytes: randomBytes(2000),
    get shown() {
      return looks() < look ? { isBlocked: true, scan: 'waiting' as const } : {}
    },
  })
  const fake = await fakeLink({ files: [scannedWith(4), scannedWith(7)] })
  looks = fake.looks
  const { exitCode, lines } = await outputHere(newFolder(), 'receive', fake.link)
  expect([exitCode, fake.looks()]).toEqual([0, 7])
  expect(lines.filter((line) => line.includes('virus scan'))).toEqual([
    'Waiting for the virus scan of 2 files...',
    'Waiting for the virus scan of 1 file...',
  ])
})
