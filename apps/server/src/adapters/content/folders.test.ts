import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contentConformance, type Texts } from './content.conformance.ts'
import { openContentFolders } from './folders.ts'

function folderOf(texts: Texts): string {
  const folder = mkdtempSync(join(tmpdir(), 'sampan-content-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [language, names] of Object.entries(texts)) {
    for (const [name, text] of Object.entries(names)) {
      const file = join(folder, language, `${name}.md`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  }
  return folder
}

contentConformance('folders', async (texts) => openContentFolders(folderOf(texts), null))

test('A8 the operator’s text comes first, ours where there is none, and it is read anew each time', async () => {
  const given = folderOf({ en: { 'account-access': 'theirs' } })
  const content = openContentFolders(given, folderOf({ en: { 'account-access': 'ours' }, zh: { 'account-access': '我们的' } }))
  expect(await content.read('account-access', 'en')).toBe('theirs')
  expect(await content.read('account-access', 'zh')).toBe('我们的')
  writeFileSync(join(given, 'en', 'account-access.md'), 'new')
  expect(await content.read('account-access', 'en')).toBe('new')
  expect(await openContentFolders(null, null).read('account-access', 'en')).toBeNull()
})
