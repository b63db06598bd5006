import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { expect, test } from 'vitest'
import { type Answer, fakeServer, newFolder, nowHere, printedHere, refused, runHere } from '../testing/fake-server.ts'
import { fakeTransfer } from '../testing/fake-transfer.ts'
import { whoAmI } from '../testing/fake-user.ts'

const detail = (transfer: TransferRecord) => ({
  body: { transfer, recipients: [], files: [], places: [], version: 1, timeRequests: [] },
})

/** A server with these transfers; what `more` says is answered first. */
async function withTransfers(transfers: TransferRecord[], more: Record<string, (body: string) => Answer> = {}) {
  const asked: { name: string; query: string; body: string }[] = []
  const counts = {
    ...{
      allCount: 0,
      activeCount: 0,
      expiredCount: 0,
      thisMonthsTransfers: 0,
      sentThisMonth: 0,
      receivedCount: 0,
      sharedCount: 0,
    },
  }
  const { url, asked: calls } = await fakeServer({
    'GET /api/token': () => ({ body: whoAmI }),
    'GET /getQs': (_, request) => {
      const query = new URL(request.url!, 'http://x').searchParams
      asked.push({ name: 'getQs', query: query.toString(), body: '' })
      const slug = query.get('slug')
      if (slug && !transfers.some((one) => one.slug === slug)) return refused(403, 'notYours')
      const found = slug ? transfers.filter((one) => one.slug === slug) : transfers
      return { body: { allDocs: found, matchCount: found.length, ...counts } }
    },
    ...Object.fromEntries(
      Object.entries(more).map(([name, answer]) => [
        name,
        (body: string) => {
          asked.push({ name, query: '', body })
          return answer(body)
        },
      ]),
    ),
  })
  const env = { SAMPAN_TOKEN: 'smp_x', SAMPAN_SERVER: url }
  return {
    ...{ url, asked, calls },
    run: (...words: string[]) => runHere(newFolder(), env, ...words),
    print: (...words: string[]) => printedHere(newFolder(), { ...env, LANG: 'zh_CN.UTF-8' }, ...words),
  }
}

test('O7 list tells what was sent by the words of the dashboard, and asks for the page, the filter and the text', async () => {
  const soon = fakeTransfer({ slug: 'aaaaaaa', title: '合同 2026', expiryDate: nowHere + 5 * 3_600_000 - 60_000 })
  const partly = fakeTransfer({ slug: 'bbbbbbb', fileName: 'film.mov', people: { ...fakeTransfer().people, all: 1, opened: 1 } })
  const { run, print, asked } = await withTransfers([soon, partly])
  const { exitCode, events } = await run('list', '合同', '--active', '--rows', '2', '--page', '3')
  expect(exitCode).toBe(0)
  expect(asked[0]!.query).toBe(new URLSearchParams({ filter: 'active', limit: '2', skip: '4', search: '合同' }).toString())
  expect(events).toMatchObject([
    { event: 'transfer', slug: 'aaaaaaa', title: '合同 2026', state: 'expiring', files: 2, bytes: 2_000_000, downloads: 3 },
    { event: 'transfer', slug: 'bbbbbbb', state: 'partly', link: expect.stringMatching(/\/w\/bbbbbbb$/) },
    { event: 'done', count: 2, matchCount: 2, page: 3 },
  ])
  const { out } = await print('list')
  const [head, first, second] = out.split('\n')
  expect(head).toMatch(/^名称 +文件 +大小 +状态 +到期 +下载 +编号$/)
  expect(first).toMatch(/^合同 2026 +2 +2 MB +5小时后过期 .* 3 +aaaaaaa$/)
  expect(second).toMatch(/^film\.mov +2 +2 MB +部分已下载 .* bbbbbbb$/)
})

test('O7 a name is the beginning of one transfer’s; of several the choice is told with their ids', async () => {
  const transfers = ['Invoice May', 'Invoice June', 'Old invoice'].map((title, at) =>
    fakeTransfer({ title, slug: `slug00${at}` }),
  )
  const { run } = await withTransfers(transfers)
  expect((await run('share', 'invoice m')).events.at(-1)).toMatchObject({ event: 'shared', slug: 'slug000' })
  const { exitCode, events } = await run('share', 'Invoice')
  expect(exitCode).toBe(2)
  expect(events.at(-1)).toMatchObject({
    code: 'nameAmbiguous',
    message: expect.stringMatching(/slug000 {2}Invoice May\n {2}slug001/),
  })
  expect((await run('share', 'Nothing')).events.at(-1)).toMatchObject({ code: 'nameUnknown', exitCode: 1 })
})

test('O7 O9 whoever names a transfer by its link needs no scope to read lists', async () => {
  const transfer = fakeTransfer({ slug: 'aaaaaaa' })
  const { run, asked, url } = await withTransfers([transfer], {
    'PATCH /api/transfers/aaaaaaa': () => ({ body: { transfer: { ...transfer, expirySeconds: 60 } } }),
    'POST /api/transfers/aaaaaaa/recipients': () => detail(transfer),
  })
  expect((await run('extend', `${url}/w/aaaaaaa`, '7d')).exitCode).toBe(0)
  expect((await run('share', 'aaaaaaa', '--to', 'li@example.cn', '--password', 'dusk 2026', '--limit', 'none')).exitCode).toBe(0)
  expect(asked.map(({ name, body }) => [name, JSON.parse(body)])).toEqual([
    ['PATCH /api/transfers/aaaaaaa', { expirySeconds: 604_800 }],
    // The password holds before anybody is mailed.
    ['PATCH /api/transfers/aaaaaaa', { password: 'dusk 2026', downloadLimit: null }],
    ['POST /api/transfers/aaaaaaa/recipients', { emailTo: [{ email: 'li@example.cn' }] }],
  ])
})

test('O7 a link that only its recipients have is opened to anybody where that is said, and not before', async () => {
  const transfer = fakeTransfer({ slug: 'aaaaaaa', sendAs: 'email', isLinkOpen: false })
  const { run, url, asked } = await withTransfers([transfer], {
    'POST /api/transfers/aaaaaaa/link': () => ({ body: { linkUrl: '/w/aaaaaaa' } }),
  })
  expect((await run('share', 'aaaaaaa')).events.at(-1)).toMatchObject({ code: 'linkNotOpen', exitCode: 3 })
  expect(asked.map(({ name }) => name)).toEqual(['getQs'])
  expect((await run('share', 'aaaaaaa', '--link')).events.at(-1)).toMatchObject({ link: `${url}/w/aaaaaaa` })
})
