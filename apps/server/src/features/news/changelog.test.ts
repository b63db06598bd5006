import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readChangelog } from '@sampan/contract/rules/changelog'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'sampan-news-'))
let server: TestServer
let own: TestServer
beforeAll(async () => {
  server = await startTestServer()
  mkdirSync(join(folder, 'en'))
  writeFileSync(join(folder, 'en', 'changelog.md'), '## 2026-01-02 fixed: Ours\n<script>alert(1)</script>')
  own = await startTestServer({ CONTENT_DIR: folder })
})
afterAll(async () => {
  await Promise.all([server?.close(), own?.close()])
  rmSync(folder, { recursive: true })
})

test('T7 sections become entries, newest first; what is no section is left out', () => {
  const markdown =
    '# Changes\nwords\n## 2026-11-20 new, improved: One\n- a\n- b\n\n## nothing\nx\n## 2026-11-21 fixed：二\n## 2026-13-45 new: Never'
  expect(readChangelog(markdown)).toEqual([
    { id: '2026-11-21-2', types: ['fixed'], created: Date.UTC(2026, 10, 21), title: '二', markdownDetails: '' },
    {
      id: '2026-11-20-4',
      types: ['new', 'improved'],
      created: Date.UTC(2026, 10, 20),
      title: 'One',
      markdownDetails: '- a\n- b',
    },
  ])
  expect(readChangelog('')).toEqual([])
})

const entriesOf = async (from: TestServer, language: string) =>
  (await (await fetch(`${from.url}/api/canny/changelog`, { headers: { 'accept-language': language } })).json()).entries

test('T7 W4 the changelog is told in the caller’s language, the same entries in each', async () => {
  const [en, zh] = await Promise.all([entriesOf(server, 'en'), entriesOf(server, 'zh-CN')])
  const shape = (entries: any[]) => entries.map(({ id, types, created }) => ({ id, types, created }))
  expect(shape(en)).toEqual(shape(zh))
  expect(en.length).toBeGreaterThan(3)
  expect(en.every(({ title, markdownDetails }: any) => /^[\x20-\x7e’]+$/.test(title) && markdownDetails)).toBe(true)
  expect(zh.every(({ title }: any) => /\p{Script=Han}/u.test(title))).toBe(true)
})

test('T7 W4 an operator’s own takes its place', async () => {
  expect(await entriesOf(own, 'en')).toMatchObject([{ title: 'Ours', markdownDetails: '<script>alert(1)</script>' }])
  expect((await entriesOf(own, 'zh')).length).toBeGreaterThan(3)
})
