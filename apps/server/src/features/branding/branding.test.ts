import { brandPictures as limits } from '@sampan/contract/limits'
import type { BrandView } from '@sampan/contract/routes/branding'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { uploaded, viewOf } from '../../../test/support/account-sends.ts'
import { join, teamOwner } from '../../../test/support/team.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { made } from '../profile/test-pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const png = made.png(400, 100)
const of = (role: string) => Account.create(server, { role })
const put = (account: Account, place: string, bytes: Buffer) =>
  account.call('PUT', `/api/brand/pictures/${place}`, { picture: bytes.toString('base64') })
const change = (account: Account, accent: string | null, hidesPoweredBy = false) =>
  account.call('PUT', '/api/brand', { accent, hidesPoweredBy })
const read = async (account: Account): Promise<BrandView> => (await account.call('GET', '/api/brand')).json
const sendLink = async (account: Account): Promise<string> => {
  const { slug } = await uploaded(account)
  await account.publish(slug, { sendAs: 'link', emailTo: [] })
  return slug
}
const brandSeen = async (slug: string) => (await viewOf(server, slug)).json.brand
const page = async (slug: string) => (await fetch(`${server.url}/w/${slug}`, { headers: { accept: 'text/html' } })).text()

test('B1 free has a logo, personal all of it, and from pro on the line that names the service may go', async () => {
  const free = await of('free')
  expect((await put(free, 'logo', png)).status).toBe(200)
  expect((await put(free, 'background', png)).json.error.code).toBe('brandReserved')
  expect((await change(free, '#1d4ed8')).json.error.code).toBe('brandReserved')
  const personal = await of('personal')
  expect((await put(personal, 'favicon', made.png(64, 64))).status).toBe(200)
  expect((await change(personal, '#1d4ed8', true)).json.error.code).toBe('poweredByReserved')
  expect((await change(personal, '#1d4ed8')).json).toMatchObject({ accent: '#1d4ed8', isWhole: true, mayHidePoweredBy: false })
  expect((await change(await of('pro'), null, true)).json).toMatchObject({ hidesPoweredBy: true, mayHidePoweredBy: true })
})

test('B1 a picture is what its bytes are: an SVG is told apart, and what is none, or too large, is refused', async () => {
  const account = await of('business')
  for (const svg of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '\uFEFF <?xml version="1.0"?><svg/>', '<!DOCTYPE svg><svg/>'])
    expect((await put(account, 'logo', Buffer.from(svg))).json.error.code).toBe('svgRefused')
  const { maxBytes, maxPixels } = limits.logo
  for (const wrong of [Buffer.from('GIF89a'), made.png(maxPixels + 1, 10), Buffer.concat([png, Buffer.alloc(maxBytes)])])
    expect((await put(account, 'logo', wrong)).json.error.code).toBe('pictureRefused')
  expect((await read(account)).pictures.logo).toBeNull()
  const largest = Buffer.concat([png, Buffer.alloc(limits.background.maxBytes - png.length)])
  expect((await put(account, 'background', largest)).status).toBe(200)
  expect((await account.call('PUT', '/api/brand/pictures/elsewhere', { picture: png.toString('base64') })).status).toBe(400)
})

test('B1 recipients see it: the page has it without a script, and from our own origin; another picture has another address', async () => {
  const account = await of('pro')
  await put(account, 'logo', png)
  await put(account, 'background', png)
  await put(account, 'favicon', made.png(64, 64))
  await change(account, '#1d4ed8')
  const slug = await sendLink(account)
  const brand = await brandSeen(slug)
  expect(brand.poweredBy).toBe(true)
  const text = await page(slug)
  expect(text).toContain(`<link rel="stylesheet" href="${brand.theme}" data-brand="theme">`)
  expect(text).toContain(`<img class="own-logo" src="${brand.logo}"`)
  expect(text).toContain('<a class="sent-with" href="/">Sent with Sampan</a>')

  const sheet = await fetch(`${server.url}${brand.theme}`)
  expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  const css = await sheet.text()
  expect(css).toContain('--action:#1d4ed8')
  // Custom properties alone, and nothing from elsewhere.
  expect(css.replace(/:root:root(?:\[data-theme="dark"\])?\{(?:--[\w-]+:[^;{}]+;?)+\}\n/g, '')).toBe('')
  expect([...css.matchAll(/url\("([^"]*)"\)/g)].map(([, url]) => url)).toEqual([
    expect.stringMatching(/^\/api\/brands\/pictures\/[0-9a-f-]{36}$/),
  ])

  const logo = await fetch(`${server.url}${brand.logo}`)
  expect(logo.headers.get('content-type')).toBe('image/png')
  expect(logo.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(logo.headers.get('content-security-policy')).toContain('sandbox')
  expect(Buffer.from(await logo.arrayBuffer())).toEqual(png)
  await put(account, 'logo', made.png(300, 90))
  expect((await brandSeen(slug)).logo).not.toBe(brand.logo)
  expect((await fetch(`${server.url}${brand.logo}`)).status).toBe(404)
})

test.each(['x.css', '1d4ed8-.css', '1D4ED8.css', '1d4ed8;}.css', 'plain-own-../../x.css'])(
  'B1 a theme is of a colour and a picture, and of nothing else that an address may say: %s',
  async (name) => {
    expect((await fetch(`${server.url}/api/brands/themes/${encodeURIComponent(name)}`)).status).toBe(400)
  },
)

test('B1 a plan that ends hides and deletes nothing: with the next one all is there again', async () => {
  const account = await of('pro')
  await put(account, 'logo', png)
  await put(account, 'background', png)
  await change(account, '#1d4ed8', true)
  const slug = await sendLink(account)
  const whole = await brandSeen(slug)
  expect(whole).toMatchObject({ poweredBy: false, theme: expect.stringContaining('1d4ed8-own') })
  expect(await page(slug)).not.toContain('Sent with')
  await account.setOwner({ role: 'free' })
  expect(await brandSeen(slug)).toEqual({ logo: whole.logo, poweredBy: true })
  // What is there may stay, and go.
  expect((await change(account, '#1d4ed8', true)).status).toBe(200)
  expect((await change(account, '#1d4ed9', true)).json.error.code).toBe('brandReserved')
  await account.setOwner({ role: 'pro' })
  expect(await brandSeen(slug)).toEqual(whole)
  expect((await account.call('DELETE', '/api/brand/pictures/background')).json.pictures.background).toBeNull()
  expect((await change(account, null)).json.accent).toBeNull()
})

test('B1 who has made nothing looks as ever, and names the service; nobody is told of who is not there', async () => {
  const slug = await sendLink(await of('free'))
  expect(await brandSeen(slug)).toEqual({ poweredBy: true })
  expect((await viewOf(server, 'Zz9zZ9z')).json.brand).toBeUndefined()
})

test('B1 mails to recipients have the logo by its whole address and the button’s colour; a plan that has it leaves the product out', async () => {
  const account = await of('pro')
  const mailed = async (to: string) => {
    const { slug } = await uploaded(account)
    await account.publish(slug, { emailTo: [{ email: to }] })
    return (await server.mailTo(to)).html
  }
  const before = await mailed('before@example.cn')
  expect(before).toContain('#C8351F')
  expect(before).toContain('>Sent with Sampan</a>')
  expect(before).not.toContain('<img')
  await put(account, 'logo', png)
  await change(account, '#1d4ed8', true)
  const { pictures } = await read(account)
  const after = await mailed('after@example.cn')
  expect(after).toContain(`<img src="${server.services.config.publicUrl}${pictures.logo}"`)
  expect(after).toContain('background:#1d4ed8')
  expect(after).not.toContain('#C8351F;border-radius')
  expect(after).not.toContain('Sent with')
})

test('B1 M2 a team’s brand is its leaders’: an admin sets it for all, a member neither sees nor changes it', async () => {
  const owner = await teamOwner(server)
  const [admin, member] = [await join(server, owner, 'admin'), await join(server, owner)]
  expect((await admin.call('PUT', '/api/brand', { accent: '#1d4ed8', hidesPoweredBy: false })).status).toBe(200)
  expect((await read(owner)).accent).toBe('#1d4ed8')
  for (const [method, body] of [['GET'], ['PUT', { accent: null, hidesPoweredBy: false }]] as const)
    expect((await member.call(method, '/api/brand', body)).json.error.code).toBe('notYours')
  expect((await read(owner)).accent).toBe('#1d4ed8')
})

test('A5 a brand is in the copy of the account’s data, and goes with the account', async () => {
  const { db } = server.services
  const account = await of('pro')
  await put(account, 'logo', png)
  await change(account, '#1d4ed8')
  const count = async () =>
    (
      await db.execute<{ n: number }>(
        sql`select (select count(*) from brands where owner_id = ${account.ownerId})::int + (select count(*) from brand_pictures where owner_id = ${account.ownerId})::int as n`,
      )
    ).rows[0]!.n
  expect(await count()).toBe(2)
  const { exportEntries } = await import('../profile/export-entries.ts')
  const entries = new Map<string, Buffer>()
  for await (const { name, bytes } of exportEntries(server.services, account.userId)) entries.set(name, bytes)
  expect(JSON.parse(entries.get('brand.json')!.toString())).toEqual({ accent: '#1d4ed8', hidesPoweredBy: false })
  expect(entries.get('brand/logo.png')).toEqual(png)
  await db.execute(sql`delete from users where id = ${account.userId}`)
  await db.execute(sql`delete from owners where id = ${account.ownerId}`)
  expect(await count()).toBe(0)
})
