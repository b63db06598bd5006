/** Under which name a real browser saves a file, whatever it was called (R14). */
import { download } from '../download-page.ts'
import { expect, test } from '../journey.ts'
import { prepareTransfer } from '../prepared.ts'

const long = '界'.repeat(83)

/** Given and saved. Some could not be sent today, so all are put straight into the rows. */
const names: [string, string][] = [
  ['合同 2026（终稿）.pdf', '合同 2026（终稿）.pdf'],
  ['🎉.png', '🎉.png'],
  // Ours leaves the joiner, which makes one family of the two; Chromium lets none stand.
  ['👩‍👧.png', '👩_👧.png'],
  ['e\u0301te\u0301.txt', 'été.txt'],
  ['a"b.txt', 'a_b.txt'],
  ['a\\b.txt', 'a_b.txt'],
  ['a\r\nX-Added: 1.txt', 'a__X-Added_ 1.txt'],
  ["it's; filename=x.txt", "it's; filename=x.txt"],
  ['100%41.txt', '100%41.txt'],
  ['photo\u202egpj.txt', 'photogpj.txt'],
  ['name.txt. . .', 'name.txt'],
  ['con.txt', 'con_.txt'],
  [`${long}.txt`, `${long}.txt`],
]

test('R14 D3 a browser saves each file under its cleaned name', async ({ guest, server }) => {
  const files = names.map((_, at) => ({ path: `${at}.bin`, bytes: Buffer.from(`file ${at}`) }))
  const { link, slug } = await prepareTransfer(server, files)
  for (const [at, [given]] of names.entries()) {
    const text = 'update files set path = $1 where path = $2 and upload_id = (select upload_id from transfers where slug = $3)'
    await server.sql(text, [given, `${at}.bin`, slug])
  }
  const page = await guest({ javaScriptEnabled: false })
  await page.goto(link)
  const links = page.getByRole('listitem').getByRole('button')
  await expect(links).toHaveCount(names.length)
  const saved: [string, string][] = []
  for (const each of await links.all()) {
    const { name, bytes } = await download(page, () => each.click())
    saved.push([name, bytes.toString()])
  }
  expect(saved.sort()).toEqual(names.map(([, name], at) => [name, `file ${at}`]).sort())
})
