import { createHash } from 'node:crypto'
import { setPlanLimits } from '@sampan/contract/plans'
import { expect, onTestFinished, test } from 'vitest'
import { assets, startPages, titleOf } from './test-pages.ts'

const page = { accept: 'text/html,*/*;q=0.8' }
const chinese = { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.1' }
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('I1 the home page is in the language of the visitor: cookie first, then Accept-Language', async () => {
  const { get } = await startPages()
  const english = await get('/')
  expect([english.status, titleOf(english), english.headers['cache-control']]).toEqual([200, 'Home en', 'no-cache'])
  expect(english.headers.vary).toBe('Accept-Language, Cookie')
  const first = await get('/?ref=mail', chinese)
  expect([first.status, first.headers.location, first.headers.vary]).toEqual([302, '/zh/?ref=mail', 'Accept-Language, Cookie'])
  expect((await get('/', { ...chinese, cookie: 'sampan_lang=en' })).status).toBe(200)
  expect((await get('/', { cookie: '__Host-sampan_lang=zh' })).headers.location).toBe('/zh/')
  const zh = await get('/zh/')
  expect([zh.status, titleOf(zh)]).toEqual([200, 'Home zh-CN'])
})

test('A1 A2 P1 I1 the sign-up, the log-in and the prices have an address in each language; a query is kept', async () => {
  const { get } = await startPages()
  for (const [path, name] of [
    ['/register', 'Register'],
    ['/login', 'Login'],
    ['/pricing', 'Pricing'],
  ]) {
    const english = await get(`${path}?user=a%40b.cn`)
    expect([english.status, titleOf(english), english.headers.vary]).toEqual([200, `${name} en`, 'Accept-Language, Cookie'])
    expect(english.body).toContain(`<link rel="canonical" href="http://files.test${path}"/>`)
    const first = await get(`${path}?user=a%40b.cn`, chinese)
    expect([first.status, first.headers.location]).toEqual([302, `/zh${path}?user=a%40b.cn`])
    expect(titleOf(await get(`/zh${path}`, { cookie: 'sampan_lang=en' }))).toBe(`${name} zh-CN`)
  }
})

test('W1 a mail about the end of a trial leads to the log-in', async () => {
  const { get } = await startPages()
  const to = async (path: string, headers = {}) => (await get(path, headers)).headers.location
  expect(await to('/?ref=trial_ending&user=a')).toBe('/login?ref=trial_ending&user=a')
  expect(await to('/?ref=trial_ending', chinese)).toBe('/zh/login?ref=trial_ending')
  expect(await to('/zh/?ref=trial_ending')).toBe('/zh/login?ref=trial_ending')
  expect(await to('/?ref=other')).toBeUndefined()
})

test('A3 every address of the logged-in area is the app, kept by nobody and found by no search engine', async () => {
  const { get } = await startPages()
  for (const path of ['/dash', '/dash/send?x=1', '/dash/transfers/Ab3dE6g']) {
    const reply = await get(path, page)
    expect([reply.status, titleOf(reply)], path).toEqual([200, 'Dashboard · Sampan'])
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store, private', 'x-robots-tag': 'noindex' })
    expect(reply.body).toContain('class="dash-waiting"')
  }
  expect(titleOf(await get('/dash', { ...page, ...chinese }))).toBe('控制台 · Sampan')
  for (const path of ['/dashboard', '/dash/account/nowhere']) expect((await get(path, page)).status, path).toBe(404)
})

test('W1 aliases lead to the one address of a page, and canonical addresses are whole', async () => {
  const { get } = await startPages()
  for (const [from, to] of [
    ['/index.html', '/'],
    ['/zh?a=1', '/zh/?a=1'],
    ['/signup/login?user=a%40b.cn', '/login?user=a%40b.cn'],
    ['/login/', '/login'],
    ['/signup?sender=Anna&save=Ab3dE6g', '/pricing?sender=Anna&save=Ab3dE6g'],
    ['/zh/pricing/', '/zh/pricing'],
    ['/dash/transfers/Ab3dE6g/?tab=files/', '/dash/transfers/Ab3dE6g?tab=files/'],
    ['/dash/account/profile', '/dash/account'],
  ] as const) {
    const { status, headers } = await get(from)
    expect([status, headers.location]).toEqual([301, to])
  }
  expect((await get('/zh/')).body).toContain('<link rel="canonical" href="http://files.test/zh/"/>')
})

test('R35 no address redirects to another site', async () => {
  const { get } = await startPages()
  for (const path of ['//evil.test', '//evil.test/', '/\\evil.test', '/%5cevil.test', '/?next=//evil.test', '//evil.test/zh']) {
    const { headers } = await get(path, chinese)
    expect(headers.location ?? '/zh/').toMatch(/^\/zh\//)
  }
})

test('W1 I1 an unknown page is a 404 in the language of the visitor; programs get JSON', async () => {
  const { get } = await startPages()
  const english = await get('/nothing/here', page)
  expect([english.status, titleOf(english)]).toEqual([404, 'Page not found · Sampan'])
  expect(english.body).toContain('This could be our fault, but that page isn&#39;t here.')
  const zh = await get('/nothing', { ...page, ...chinese })
  expect([titleOf(zh), zh.body.includes('<html lang="zh-CN"')]).toEqual(['找不到页面 · Sampan', true])
  expect(titleOf(await get('/zh/nothing', page))).toBe('找不到页面 · Sampan')
  for (const reply of [await get('/nothing'), await get('/api/nothing', page), await get('/nothing', page, 'POST')]) {
    expect(reply.status).toBe(404)
    expect(JSON.parse(reply.body).error.code).toBe('notFound')
  }
})

test('R37 only the files of the build are there, under no other spelling', async () => {
  const { get } = await startPages()
  const tricks = [
    '/../',
    '/%2e%2e/',
    '/assets/../../',
    '/assets/..%2f..%2f',
    '/assets/%2e%2e/%2e%2e/',
    '/assets/..%5c..%5c',
    '//../',
    '/d/../',
  ]
  for (const trick of tricks) {
    for (const name of ['secret.txt', 'secret.txt%00.js', 'index.html']) {
      const { status, body } = await get(trick + name)
      expect([400, 404]).toContain(status)
      expect(body).not.toContain('canary')
    }
  }
  for (const path of [
    '/assets/',
    '/assets/app-1.js.map',
    '/__spa-fallback.html',
    '/assets/app-1.js/',
    '/%zz',
    `/d/${'a'.repeat(700)}`,
  ])
    expect([400, 404], path).toContain((await get(path, page)).status)
})

test('O4 an asset is kept forever, compressed and not sent twice', async () => {
  const { get } = await startPages()
  const plain = await get('/assets/app-1.js')
  expect(plain.body).toBe(assets['assets/app-1.js'])
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  const small = await get('/assets/app-1.js', { 'accept-encoding': 'gzip;q=0.5, br' })
  expect([small.headers['content-encoding'], Number(small.headers['content-length']) < 200]).toEqual(['br', true])
  expect(small.headers.etag).not.toBe(plain.headers.etag)
  expect((await get('/assets/app-1.js', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip')
  const again = await get('/assets/app-1.js', { 'if-none-match': plain.headers.etag! })
  expect([again.status, again.body]).toEqual([304, ''])
  expect((await get('/boot.js')).headers['cache-control']).not.toContain('immutable')
})

test('W1 HEAD tells what GET would, without the body', async () => {
  const { get } = await startPages()
  for (const path of ['/', '/zh/', '/login', '/dash', '/assets/app-1.js', '/d/Ab3dE6g', '/robots.txt', '/nothing']) {
    const [whole, head] = [await get(path, page), await get(path, page, 'HEAD')]
    expect([head.status, head.body, head.headers['content-length']]).toEqual([whole.status, '', whole.headers['content-length']])
  }
})

test('W1 search engines stay out of links', async () => {
  const { body } = await (await startPages()).get('/robots.txt')
  for (const path of ['/d/', '/w/', '/dash', '/api/', '/outbox']) expect(body).toContain(`Disallow: ${path}\n`)
})

test('R35 every kind of reply carries the headers', async () => {
  const { get } = await startPages()
  const paths = [
    '/',
    '/zh',
    '/login',
    '/dash/x',
    '/d/Ab3dE6g',
    '/nothing',
    '/assets/app-1.js',
    '/robots.txt',
    '/api/ok',
    '/api/broken',
    '/api/nothing',
    '/%zz',
  ]
  for (const path of paths) {
    const { headers } = await get(path, { ...page, origin: 'https://evil.test' })
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
      'referrer-policy': path.startsWith('/d/') ? 'no-referrer' : 'strict-origin-when-cross-origin',
    })
    expect(headers['content-security-policy'], path).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['access-control-allow-origin'], path).toBeUndefined()
    expect(headers['strict-transport-security'], path).toBeUndefined()
  }
})

test('R35 a page runs its own inline scripts by their hashes and no other; data may do nothing', async () => {
  const { get } = await startPages()
  const shell = await get('/d/Ab3dE6g')
  const policy = shell.headers['content-security-policy']
  const scripts = [...shell.body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
  expect(scripts).toHaveLength(2)
  expect(policy).toContain(`script-src 'self' ${scripts.map(sha256).join(' ')};`)
  expect(policy).not.toContain('upgrade-insecure-requests')
  for (const path of ['/', '/zh/register', '/login'])
    expect((await get(path)).headers['content-security-policy']).toContain(
      `script-src 'self' ${sha256('window.here = 1')} ${sha256(`window.page = '${path}'`)};`,
    )
  expect((await get('/api/ok')).headers['content-security-policy']).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
})

test('R35 over https browsers are told to stay there', async () => {
  const { get } = await startPages({ config: { isHttps: true } })
  const { headers } = await get('/')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
})

test('W1 pages name this installation and its support', async () => {
  const { get } = await startPages({ config: { productName: 'A & B', supportEmail: 'help@example.com' } })
  expect(titleOf(await get('/nothing', page))).toBe('Page not found · A &amp; B')
  for (const path of ['/', '/login', '/dash', '/d/Ab3dE6g', '/nothing'])
    expect((await get(path, page)).body).toContain('<meta name="sampan-support" content="help@example.com">')
})

test('K1 O2 pages say the limits of this installation: in what is built, and to the app', async () => {
  const { get } = await startPages()
  expect((await get('/')).body).toContain('<span data-plan-limit="anon.uploadBytes">3 GB</span>')
  expect((await get('/')).body).not.toContain('sampan-plan-limits')
  const planLimits = { anon: { uploadBytes: 2.5 * 1000 ** 4, files: 5000 } }
  setPlanLimits(planLimits)
  onTestFinished(() => setPlanLimits({}))
  const changed = await startPages({ config: { planLimits } })
  for (const path of ['/', '/zh/', '/register'])
    expect((await changed.get(path)).body).toMatch(
      /anon.uploadBytes">2.5 TB<\/span>.*anon.files">5,000<\/span>.*pro.contacts">Unlimited<\/span>/,
    )
  for (const path of ['/', '/login', '/dash', '/d/Ab3dE6g', '/nothing'])
    expect((await changed.get(path, page)).body).toContain(
      '<meta name="sampan-plan-limits" content="{&quot;anon&quot;:{&quot;uploadBytes&quot;:2500000000000,&quot;files&quot;:5000}}">',
    )
})

test('D10 a large page is compressed', async () => {
  const { get } = await startPages()
  const { headers } = await get('/d/Ab3dE6g', { 'accept-encoding': 'br' })
  expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding'])
})

test('W1 without a built web app there is a home page in each language', async () => {
  const { get } = await startPages({ noBuild: true })
  expect((await get('/')).body).toContain('<h1>Sampan</h1>')
  expect((await get('/zh/')).body).toContain('<html lang="zh-CN"')
})

test('P1 sites to be reviewed at are told to the app where the operator has named some', async () => {
  expect((await (await startPages()).get('/pricing')).body).not.toContain('sampan-reviews')
  const { get } = await startPages({ config: { reviewLinks: ['https://a.example/us', 'https://b.example/?x="'] } })
  expect((await get('/pricing')).body).toContain(
    '<meta name="sampan-reviews" content="[&quot;https://a.example/us&quot;,&quot;https://b.example/?x=\\&quot;&quot;]">',
  )
})

test.each([
  [null, 'sandbox'],
  ['pk_test_0123456789abcdef', 'stripe'],
  ['pk_live_0123456789abcdef', null],
])('P4 with the key %s every page is told %s as what moves no money', async (stripePublishableKey, mode) => {
  const { get } = await startPages({ config: { stripePublishableKey, billing: stripePublishableKey ? 'stripe' : 'sandbox' } })
  const meta = /<meta name="sampan-test-payments" content="(\w+)">/
  for (const path of ['/pricing', '/zh/pricing', '/dash/plans', '/thankyou'])
    expect(meta.exec((await get(path, { ...page, ...(path.startsWith('/zh') && chinese) })).body)?.[1] ?? null, path).toBe(mode)
})

test('P3 R35 the script of the payment provider may run where its keys are set, and nowhere else', async () => {
  const policyOf = async (config: object, path: string) =>
    (await (await startPages({ config })).get(path, page)).headers['content-security-policy']
  for (const path of ['/pricing', '/dash/plans', '/thankyou']) {
    expect(await policyOf({}, path)).not.toContain('stripe')
    const policy = await policyOf({ stripePublishableKey: 'pk_test_0123456789abcdef' }, path)
    expect(policy).toMatch(/script-src 'self' 'sha256-[^;]* https:\/\/js\.stripe\.com/)
    expect(policy).toMatch(/connect-src 'self' https:\/\/api\.stripe\.com/)
    expect(policy).toMatch(/frame-src 'self' https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com/)
  }
})

test('M1 P3 the thanks after paying or joining are a page of the app in either language', async () => {
  const { get } = await startPages()
  for (const path of ['/thankyou', '/thankyou?session_id=cs_1', '/accept-invite']) {
    const reply = await get(path, page)
    expect([reply.status, titleOf(reply)], path).toEqual([200, 'Thank you · Sampan'])
    expect(titleOf(await get(path, { ...page, ...chinese }))).toBe('谢谢您 · Sampan')
  }
})

test('X3 a link for more time that leads to nothing is told so in either language, and names its address to no other page', async () => {
  const { get } = await startPages()
  const path = '/extension/Ab3dE6g'
  const reply = await get(path, page)
  expect([reply.status, titleOf(reply)]).toEqual([410, 'Link expired · Sampan'])
  expect(reply.headers['referrer-policy']).toBe('no-referrer')
  expect(titleOf(await get(path, { ...page, ...chinese }))).toBe('链接已过期 · Sampan')
})
