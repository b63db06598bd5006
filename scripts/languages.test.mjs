import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { languageFiles, staleFiles } from './languages.mjs'
import { root } from './steps.mjs'

const languages = 'packages/texts/src/languages'
const list = 'packages/contract/src/languages.ts'

/** What the script reads and writes, in a place of its own. */
function copy() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sampan-languages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['packages/contract/src/paths.ts', list, 'packages/texts/src'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  return {
    folder,
    add: (id) => cpSync(path.join(folder, languages, 'en'), path.join(folder, languages, id), { recursive: true }),
    remove: (id) => rmSync(path.join(folder, languages, id), { recursive: true }),
  }
}

test('I1 the lists are those of the folders', () => expect(staleFiles()).toEqual([]))

test('I1 the default comes first, and a name with a hyphen is quoted', () => {
  const { folder, add } = copy()
  add('pt-br')
  add('de')
  const files = languageFiles(folder)
  expect(files[list]).toContain("['en', 'de', 'pt-br', 'zh']")
  expect(files['packages/texts/src/registry/role-names.ts']).toContain(
    "import { roleNames as ptBr } from '../languages/pt-br/role-names.ts'",
  )
  expect(files['packages/texts/src/registry/role-names.ts']).toContain("\n  'pt-br': ptBr,\n")
  expect(Object.keys(files)).toContain('packages/texts/src/registry/app/pt-br.ts')
})

test('I1 what a language that is gone has left is to be removed', () => {
  const { folder, remove } = copy()
  remove('zh')
  const stale = Object.fromEntries(staleFiles(folder))
  expect(stale['packages/texts/src/registry/app/zh.ts']).toBeNull()
  expect(stale[list]).toContain("['en']")
})

test('I1 a text that somebody has changed by hand is seen', () => {
  const { folder } = copy()
  const file = path.join(folder, list)
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n`)
  expect(staleFiles(folder).map(([name]) => name)).toEqual([list])
})

test.each(['English', 'e', 'en_GB', 'language'])('I1 a folder %s is no language', (name) => {
  const { folder } = copy()
  mkdirSync(path.join(folder, languages, name))
  expect(() => languageFiles(folder)).toThrow(`No name for a language: ${name}.`)
})

test('I1 the default has to be there', () => {
  const { folder, remove } = copy()
  remove('en')
  expect(() => languageFiles(folder)).toThrow('no folder en')
})
