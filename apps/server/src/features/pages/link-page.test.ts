import { errorCatalogue, Problem } from '@sampan/contract/errors'
import { expect, test } from 'vitest'
import { closed, startPages, titleOf, transfer } from './test-pages.ts'

const zh = { 'accept-language': 'zh-CN,zh;q=0.9' }

test.each([
  ['unfinished', 410, 'Not all of it came', '文件未能全部到达'],
  ['password', 401, 'Password needed', '需要密码'],
  ['disabled', 403, 'Link closed', '链接已关闭'],
  ['limitReached', 403, 'Download limit reached', '已达到下载次数上限'],
  ['expired', 410, 'Link expired', '链接已过期'],
  ['takenDown', 451, 'Taken down', '已下架'],
  ['unknown', 404, 'Nothing here', '这里没有内容'],
] as const)('D6 I1 %s answers %i with its own page in both languages', async (state, status, english, chinese) => {
  const pages = await startPages({ view: { status, view: closed(state) } })
  for (const [headers, lang, title] of [
    [{}, 'en', english],
    [zh, 'zh-CN', chinese],
  ] as const) {
    const page = await pages.get('/d/Ab3dE6g', headers)
    expect(page.status).toBe(status)
    expect(titleOf(page)).toBe(`${title} · Sampan`)
    expect(page.body).toContain(`<html lang="${lang}"`)
    expect(page.body).toContain(`<h1>${title}</h1>`)
    expect(page.body).not.toMatch(/\{\{|undefined/)
  }
})

test('D6 a closed link does not say who closed it: the operator may have', async () => {
  const pages = await startPages({ view: { status: 403, view: closed('disabled') } })
  expect((await pages.get('/d/Ab3dE6g')).body).toContain('<p>This link is closed. If you need the files, ask the sender.</p>')
  expect((await pages.get('/d/Ab3dE6g', zh)).body).toContain('<p>此链接已关闭。如需这些文件，请联系发件人。</p>')
  expect(errorCatalogue.transferDisabled.text).toBe('This link is closed.')
})

test('D10 an open transfer is a list with buttons, totals and the date, without any script', async () => {
  const pages = await startPages()
  const page = await pages.get('/d/Ab3dE6g/tok')
  expect(page.status).toBe(200)
  expect(titleOf(page)).toBe('anna@example.com sent you 3 files · Sampan')
  expect(page.body).toContain('For you')
  expect(page.body).toContain('3 files, 4.5 MB · Expires in 3 days, on March 4, 2026 at 12:00 PM UTC')
  const query = '?user=tok&amp;dl=mac.text'
  const downloads = `<form method="post" action="/api/transfers/Ab3dE6g/downloads${query}">`
  expect(page.body).toContain(`${downloads}<button>Download all</button></form>`)
  expect(page.body).not.toContain('href="/api/')
  for (const name of ['plan.pdf', 'photos/sea.jpg', 'photos/船.jpg'])
    expect(page.body).toContain(`<bdi>${name}</bdi></button> · 1.5 MB`)
  expect(page.body).toContain('<button class="link" form="one-file" name="fileId" value="00000000-0000-4000-8000-000000000001">')
  expect(page.body).toContain(`<form method="post" action="/api/transfers/Ab3dE6g/selections${query}"`)
  expect(pages.asked[0]).toMatchObject({ slug: 'Ab3dE6g', user: 'tok', dl: undefined, actor: { language: 'en' } })
})

const oneVisit = 'One download is one visit: within a day you can take each file once. A file taken again counts again.'
test.each([
  [{}, {}, 'The sender is notified when you download.'],
  [{ notifiesSender: false }, {}, 'The sender can see when files were downloaded.'],
  [{ downloadsLeft: 1 }, {}, `The sender allows 1 more download. ${oneVisit} The sender is notified when you download.`],
  [{ downloadsLeft: 1200 }, {}, `The sender allows 1,200 more downloads. ${oneVisit} The sender is notified when you download.`],
  [{}, zh, '您下载时，发件人会收到通知。'],
  [
    { downloadsLeft: 2, notifiesSender: false },
    zh,
    '发件人还允许下载 2 次。一次访问计一次，一天之内每个文件可下载一次；同一文件再次下载会另计一次。发件人可以看到文件的下载时间。',
  ],
])('D5 D10 I1 without scripts %j tells what comes of a download', async (changes, headers, notes) => {
  const page = await (await startPages({ view: { status: 200, view: transfer(changes) } })).get('/d/Ab3dE6g', headers)
  expect(page.body).toContain(`<p>${notes}</p>`)
})

const arriving = (changes = {}) =>
  transfer({
    state: 'uploading',
    expiresAt: null,
    arrival: { receivedBytes: 2_250_000, received: [1_500_000, 750_000, 0], silentSeconds: 3, secondsLeft: 90, ...changes },
  })

test('D8 D10 while the upload runs the page without scripts offers what is ready, and says how far the rest is', async () => {
  const page = await (await startPages({ view: { status: 200, view: arriving() } })).get('/d/Ab3dE6g/tok')
  expect(titleOf(page)).toBe('anna@example.com is sending you 3 files · Sampan')
  expect(page.body).toContain('2.25 MB of 4.5 MB is here · about 2 minutes left')
  expect(page.body.match(/name="fileId"/g)).toHaveLength(1)
  expect(page.body).toContain('<bdi>plan.pdf</bdi></button> · 1.5 MB · ready</li>')
  expect(page.body).toContain('<li><bdi>photos/sea.jpg</bdi> · 1.5 MB · arriving, 50 %</li>')
  expect(page.body).toContain('<li><bdi>photos/船.jpg</bdi> · 1.5 MB · waiting</li>')
  expect(page.body).not.toMatch(/\/zip|checkbox|Expires/)
  const silent = await (
    await startPages({ view: { status: 200, view: arriving({ silentSeconds: 200, secondsLeft: null }) } })
  ).get('/d/Ab3dE6g', zh)
  expect(silent.body).toContain('已收到 2.25 MB，共 4.5 MB · 已有3分钟没有收到新内容')
})

test('D8 D10 several ready files can be chosen without scripts, the others cannot', async () => {
  const view = arriving({ received: [1_500_000, 750_000, 1_500_000] })
  const page = await (await startPages({ view: { status: 200, view } })).get('/d/Ab3dE6g')
  expect(page.body.match(/type="checkbox"/g)).toHaveLength(2)
  expect(page.body).toContain('Download the chosen files')
})

test('D10 a single file is given itself, not as a zip, and has no boxes', async () => {
  const [file] = transfer().files
  const view = transfer({ files: [file!], fileCount: 1, sender: { name: 'Anna', company: 'Sea', email: 'anna@example.com' } })
  const page = await (await startPages({ view: { status: 200, view } })).get('/w/Ab3dE6g?dl=mac.text')
  expect(titleOf(page)).toBe('Anna sent you 1 file · Sampan')
  expect(page.body).toContain('anna@example.com, Sea · 1 file, 4.5 MB')
  expect(page.body).not.toMatch(/\/zip|checkbox/)
  expect(page.body.match(/name="fileId"/g)).toHaveLength(2)
})

test('D10 an empty folder is in the zip alone', async () => {
  const [file] = transfer().files
  const view = transfer({ files: [file!, { ...file!, path: 'empty/' }], fileCount: 1 })
  const page = await (await startPages({ view: { status: 200, view } })).get('/d/Ab3dE6g')
  expect(page.body.match(/<li>/g)).toHaveLength(1)
  expect(page.body).toContain('action="/api/transfers/Ab3dE6g/downloads?dl=mac.text"><button>Download all<')
})

test('D10 of very many files the first 1,000 are listed, and the zip brings the rest', async () => {
  const files = Array.from({ length: 1200 }, (_, i) => ({ ...transfer().files[0]!, path: `f${i}` }))
  const view = transfer({ files, fileCount: 1200 })
  const page = await (await startPages({ view: { status: 200, view } })).get('/d/Ab3dE6g')
  expect(page.body.match(/<li>/g)).toHaveLength(1000)
  expect(page.body).toContain('These are the first 1,000 of 1,200 files.')
})

test('D6 the password page has a form that works without scripts', async () => {
  const pages = await startPages({ view: { status: 401, view: closed('password') } })
  const page = await pages.get('/d/Ab3dE6g/tok')
  expect(page.body).toContain('<form method="post" action="/api/transfers/Ab3dE6g/unlock?user=tok">')
  expect(page.body).toContain('name="password"')
})

test('D6 H2 after a wrong password the page without scripts says so, in its language, and only then', async () => {
  const pages = await startPages({ view: { status: 401, view: closed('password') } })
  expect((await pages.get('/d/Ab3dE6g/tok?wrong=1')).body).toContain('role="alert">Wrong password. Ask the sender for it.</p>')
  expect((await pages.get('/d/Ab3dE6g/tok?wrong=1', { 'accept-language': 'zh' })).body).toContain('密码错误，请向发件人索取。')
  for (const query of ['', '?wrong=', '?wrong=<b>'])
    expect((await pages.get(`/d/Ab3dE6g/tok${query}`)).body).not.toContain('alert')
})

const canary = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&$&$'\u2028`

test('R32 names and messages are text, in the page, its title and its data', async () => {
  const file = { ...transfer().files[0]!, path: canary }
  const sender = { name: canary, company: canary, email: 'anna@example.com' }
  const view = transfer({ sender, message: canary, files: [file, file], fileCount: 2 })
  const page = await (await startPages({ view: { status: 200, view } })).get('/d/Ab3dE6g/%22%3E%3Cb%3E')
  expect(page.body).not.toMatch(/<script>alert|<img|<b>/)
  expect(titleOf(page)).toContain('&lt;script&gt;alert(1)')
  const data = /id="server-data">(.*?)<\/script>/s.exec(page.body)?.[1]
  expect(JSON.parse(data!)).toEqual({ view })
})

test('D6 R32 what cannot be a slug is unknown, and nobody is asked for it', async () => {
  const pages = await startPages()
  for (const path of ['/d/%22%3E%3Cb%3E', '/d/short/tok', '/w/..', '/d/Ab3dE6%00']) {
    const page = await pages.get(path)
    expect([page.status, titleOf(page)], path).toEqual([404, 'Nothing here · Sampan'])
    expect(page.body).not.toContain('<b>')
  }
  expect(pages.asked).toEqual([])
})

test('R35 R47 a link page is kept nowhere, indexed nowhere and names itself to nobody', async () => {
  const page = await (await startPages()).get('/d/Ab3dE6g')
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store, private',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(page.body).toContain('<meta name="robots" content="noindex">')
})

test('D6 a limit that was hit is told as a page, with when to come back', async () => {
  const view = new Problem('rateLimited', { waitSeconds: 90 }, { retryAfterSeconds: 90 })
  const page = await (await startPages({ view })).get('/d/Ab3dE6g')
  expect([page.status, page.headers['retry-after'], titleOf(page)]).toEqual([429, '90', 'That did not work · Sampan'])
  expect(page.body).toContain('That was too often. Please try again in 2 minutes.')
})

test('R30 a failure tells nothing of itself', async () => {
  const page = await (await startPages({ view: new Error('select * from secrets') })).get('/d/Ab3dE6g')
  expect(page.status).toBe(500)
  expect(page.body).not.toContain('secrets')
})

test('D10 without a built web app the list is there all the same', async () => {
  const page = await (await startPages({ noBuild: true })).get('/d/Ab3dE6g')
  expect(titleOf(page)).toBe('anna@example.com sent you 3 files · Sampan')
  expect(page.body).toContain('<bdi>plan.pdf</bdi>')
})
