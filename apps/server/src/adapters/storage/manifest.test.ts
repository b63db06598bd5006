import { expect, test } from 'vitest'
import { manifestFits, manifestMac } from './manifest.ts'

const blob = { blobId: 'a', dek: Buffer.alloc(32, 1) }
const attempts = [0, 10, 20].map((offset) => ({ offset, length: 10, header: Buffer.alloc(58, offset) }))
const mac = manifestMac(blob, 30, attempts)

test('the manifest fits the blob as it was finished', () => {
  expect(manifestFits(blob, 30, attempts, mac)).toBe(true)
})

test('R13 a dropped, swapped, added or older attempt, another size, blob or key no longer fits', () => {
  const [a, b, c] = attempts as [(typeof attempts)[0], (typeof attempts)[0], (typeof attempts)[0]]
  const older = { ...c, header: Buffer.alloc(58, 99) }
  for (const wrong of [[a, b], [b, a, c], [a, b, c, c], [a, b, older], [a, b, { ...c, length: 9 }], []]) {
    expect(manifestFits(blob, 30, wrong, mac)).toBe(false)
  }
  expect(manifestFits(blob, 31, attempts, mac)).toBe(false)
  expect(manifestFits({ ...blob, blobId: 'b' }, 30, attempts, mac)).toBe(false)
  expect(manifestFits({ ...blob, dek: Buffer.alloc(32, 2) }, 30, attempts, mac)).toBe(false)
  expect(manifestFits(blob, 30, attempts, mac.subarray(1))).toBe(false)
})
