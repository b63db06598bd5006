/** A run of `receive` against a link of the test's own words, into a folder of its own. */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FakeFile } from './fake-link.ts'
import { newFolder, runHere } from './fake-server.ts'

export const filesOf = (count: number, bytes = 2000): FakeFile[] =>
  Array.from({ length: count }, (_, place) => ({ path: `d/${place}.bin`, bytes: randomBytes(bytes + place) }))

export async function receive(link: string, ...words: string[]) {
  const cwd = newFolder()
  const again = () => runHere(cwd, {}, 'receive', link, '--into', 'got', ...words)
  const run = await again()
  const of = (name: string) => run.events.filter(({ event }) => event === name)
  const got = (path: string) => readFileSync(join(cwd, 'got', path))
  const isThere = ({ path, bytes }: FakeFile) => got(path).equals(bytes)
  return { ...run, cwd, last: run.events.at(-1), of, isThere, again, names: () => readdirSync(join(cwd, 'got/d')).sort() }
}
