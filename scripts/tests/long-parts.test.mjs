import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../steps.mjs'
import { partTimes } from './budget.mjs'
import { longParts } from './long-parts.mjs'

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'build'].includes(entry.name)) return []
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(file) : [file]
  })
}

const longFiles = ['apps', 'packages', 'scripts'].flatMap(filesBelow).filter((file) => /\.long\.test\./.test(file))
const pieces = (kind) => Object.entries(longParts).flatMap(([part, of]) => (of[kind] ?? []).map((piece) => [part, piece]))

test.each([
  ['code', longFiles],
  ['journeys', filesBelow('e2e/journeys')],
])('each long file of %s is in one part', (kind, files) => {
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const parts = pieces(kind).flatMap(([part, piece]) => (file.includes(piece) ? [part] : []))
    expect(parts, file).toHaveLength(1)
  }
})

test('each piece of a part finds a file', () => {
  for (const [, piece] of pieces('code'))
    expect(
      longFiles.some((file) => file.includes(piece)),
      piece,
    ).toBe(true)
})

test('a run tells what each part took, and which of its files failed', () => {
  const [kills, film, mail] = ['apps/cli/src/process.long.test.ts', 'e2e/journeys/resume.spec.ts', 'e2e/journeys/main.spec.ts']
  const reports = [
    { files: [{ file: kills, seconds: 61.4 }], failures: [{ file: kills }] },
    { files: [film, mail].map((file) => ({ file, seconds: 5 })), failures: [] },
  ]
  expect(partTimes(reports, longParts)).toEqual([
    'The parts:',
    `   61 s  kills, failed: ${kills}`,
    '    5 s  slow-lines',
    '    5 s  variants',
  ])
})
