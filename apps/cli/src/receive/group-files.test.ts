import type { PublicFile } from '@sampan/contract/routes/downloads'
import { expect, test } from 'vitest'
import { grouped } from './group-files.ts'

const KiB = 1024
const filesOf = (count: number, size: number) =>
  Array.from({ length: count }, (_, place) => ({ fileId: `${size}-${place}`, path: `${place}`, size, lastModified: null }))
const lengthsOf = ({ groups, alone }: ReturnType<typeof grouped>) => [groups.map(({ length }) => length), alone.length]

test.each([
  ['few small files', filesOf(7, 20 * KiB), false, [[], 7]],
  ['small files', filesOf(8, 20 * KiB), false, [[8], 0]],
  ['groups of 4 MiB', filesOf(450, 20 * KiB), false, [[204, 204, 42], 0]],
  ['large files', filesOf(20, 1024 * KiB), false, [[], 20]],
  ['both', [...filesOf(3, 2048 * KiB), ...filesOf(9, KiB)], false, [[9], 3]],
  ['a selection takes 10,000', filesOf(10_500, 0), false, [[10_000, 500], 0]],
  ['limited downloads, of whatever size', [...filesOf(3, 2048 * KiB), ...filesOf(2, KiB)], true, [[5], 0]],
  ['limited, and one file', filesOf(1, 2048 * KiB), true, [[], 1]],
  ['limited, and one file of a zip that has begun', filesOf(1, 2048 * KiB), true, [[1], 0], true],
] as [string, PublicFile[], boolean, [number[], number], boolean?][])('O7 %s', (_, files, isLimited, wanted, isRest) =>
  expect(lengthsOf(grouped(files, isLimited, isRest))).toEqual(wanted),
)

test('O7 files keep their order, each in one place', () => {
  const files = [...filesOf(10, KiB), ...filesOf(2, 1024 * KiB), ...filesOf(10, 2 * KiB)]
  const { groups, alone } = grouped(files, false)
  const small = files.filter(({ size }) => size < 1024 * KiB)
  expect([groups.flat(), alone]).toEqual([small, files.filter((file) => !small.includes(file))])
})
