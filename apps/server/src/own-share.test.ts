import { expect, test } from 'vitest'
import { defaultWorkers, thisMachine } from './own-share.ts'

const gib = 1024 ** 3
const machine = { cores: 4, cpuMax: undefined, memoryBytes: 16 * gib }

test.each([
  ['a core each', {}, 4],
  ['eight at most', { cores: 32 }, 8],
  ['a container without a limit', { cpuMax: 'max 100000\n' }, 4],
  ['a container with two of four cores', { cpuMax: '200000 100000\n' }, 2],
  ['a container with one and a half', { cpuMax: '150000 100000\n' }, 1],
  ['a container with half a core', { cpuMax: '50000 100000\n' }, 1],
  ['a limit that is more than there is', { cpuMax: '1600000 100000\n' }, 4],
  ['a file that says something else', { cpuMax: '\n' }, 4],
  ['1 GiB', { memoryBytes: gib }, 3],
  ['512 MiB', { memoryBytes: gib / 2 }, 1],
  ['128 MiB', { memoryBytes: gib / 8 }, 1],
])('O2 O4 processes by default: %s', (_, given, count) => {
  expect(defaultWorkers({ ...machine, ...given })).toBe(count)
})

test('O4 what is read of this machine makes a number of processes', () => {
  const count = defaultWorkers(thisMachine())
  expect(Number.isInteger(count) && count >= 1 && count <= 8).toBe(true)
})
