/** The routes of the public site (spec §2), as the server answers them. */
import { languages } from '@sampan/contract/languages'
import { contentPaths } from '@sampan/contract/paths'
import { landing } from '@sampan/texts/registry/landing'
import { expect, test } from 'vitest'
import { makeTemplate } from './page-template.ts'
import { startPages, testSettings } from './test-pages.ts'

const page = { accept: 'text/html' }
const chinese = { 'accept-language': 'zh-CN,zh;q=0.9' }

const routes = [
  '/about',
  '/updates',
  '/changelog',
  '/roadmap',
  '/developers',
  '/support',
  '/support/expired-links',
  '/pricing',
  '/login',
  '/appsumoforever',
  '/terms',
  '/privacy',
  '/cookies',
  '/product/supplier-document-tracking',
  '/product/document-receipts',
  '/product/attachments-organized',
  '/product/dashboard-analytics',
  '/product/business-intelligence',
  '/product/works-everywhere',
  '/blog',
  '/blog/sinosend-vs-wetransfer',
  '/blog/how-to-send-big-files-to-china',
  '/blog/china-trade-fairs-closed-now-what-how-to-source-your-products',
  '/blog/best-file-transfer-china',
]

test('W1 every public route answers in both languages, leads a first reader to theirs, and has one address', async () => {
  const { get } = await startPages()
  const sitemap = (await get('/sitemap.xml')).body
  for (const path of routes) {
    const [english, other, zh] = [
      await get(path, page),
      await get(`${path}?a=1`, { ...page, ...chinese }),
      await get(`/zh${path}`, page),
    ]
    expect([english.status, other.status, zh.status], path).toEqual([200, 302, 200])
    expect(other.headers.location, path).toBe(`/zh${path}?a=1`)
    expect((await get(`${path}/`)).headers.location, path).toBe(path)
    for (const each of [path, `/zh${path}`]) expect(sitemap).toContain(`<loc>http://files.test${each}</loc>`)
  }
  for (const path of ['/product/nothing', '/blog/nothing', '/support/nothing', '/zh/product', '/abouts'])
    expect((await get(path, page)).status, path).toBe(404)
  expect(contentPaths.flatMap((pathOf) => languages.map(pathOf))).toEqual(
    expect.arrayContaining(routes.filter((path) => !/pricing|login|appsumo/.test(path))),
  )
})

test('W1 former addresses of articles, whatever stands below the roadmap, and an article that is asked for lead on', async () => {
  const { get } = await startPages()
  for (const [from, status, to] of [
    ['/sinosend-vs-wetransfer', 301, '/blog/sinosend-vs-wetransfer'],
    ['/zh/how-to-send-big-files-to-china?x=1', 301, '/zh/blog/how-to-send-big-files-to-china?x=1'],
    ['/roadmap/ideas/1', 301, '/roadmap'],
    ['/zh/roadmap/ideas', 301, '/zh/roadmap'],
    ['/dash/roadmap', 301, '/roadmap'],
    ['/dash/roadmap/ideas', 301, '/roadmap'],
    ['/support?article=expired-links', 302, '/support/expired-links'],
    ['/zh/support?article=teams', 302, '/zh/support/teams'],
  ] as const) {
    const reply = await get(from, page)
    expect([reply.status, reply.headers.location], from).toEqual([status, to])
  }
  expect((await get('/support?article=expired-links', chinese)).headers.location).toBe('/zh/support/expired-links')
  for (const article of ['nothing', '../terms', '//evil.test'])
    expect((await get(`/support?article=${encodeURIComponent(article)}`, page)).status, article).toBe(200)
})

const built = [
  '<html lang="en"><head><title>%PRODUCT_NAME%</title><meta property="og:url" content="/about"/><meta property="og:image" content="/open-graph-en.png"/>',
  '<script type="application/ld+json">{"url":"%ORIGIN%/about"}</script></head><body><p>By %OPERATOR_NAME%.</p>',
  '<p data-operator="address">Address: %OPERATOR_ADDRESS%</p><p data-operator="email"><a href="mailto:%SUPPORT_EMAIL%">%SUPPORT_EMAIL%</a></p>',
  '<span data-social="" class="x"></span></body></html>',
].join('')

const settings = { ...testSettings, productName: 'Junk' }

test('W3 pages name the operator, and what is not set is not there', () => {
  const bare = makeTemplate(built, settings).plain
  expect(bare).toContain('<p>By Junk.</p>')
  expect(bare).not.toMatch(/Address|mailto|%[A-Z_]+%|rel="me/)
  const told = makeTemplate(built, {
    ...settings,
    operatorName: 'A & B <Ltd>',
    operatorAddress: '1 Harbour Road',
    supportEmail: 'help@files.test',
    socialLinks: ['https://www.social.test/ab?x="'],
  }).plain
  expect(told).toContain('<p>By A &amp; B &lt;Ltd&gt;.</p><p data-operator="address">Address: 1 Harbour Road</p>')
  expect(told).toContain('<a href="mailto:help@files.test">help@files.test</a>')
  expect(told).toContain('<a href="https://www.social.test/ab?x=&quot;" rel="me noreferrer">social.test</a>')
})

test('W1 addresses for machines are whole', () => {
  const { plain } = makeTemplate(built, settings)
  for (const text of [
    '"og:url" content="http://files.test/about"',
    '"og:image" content="http://files.test/open-graph-en.png"',
    '"url":"http://files.test/about"',
  ])
    expect(plain).toContain(text)
})

test('O6 W1 where the service does not encrypt what it stores, no page says that it does', () => {
  const points = '<ul><li data-sealed=""><svg></svg>AES-256</li><li>No ads</li></ul>'
  expect(makeTemplate(points, settings).plain).toContain('AES-256')
  const { plain } = makeTemplate(points, { ...settings, storeSealed: false })
  expect(plain).toContain('<ul><li>No ads</li></ul>')
  const shell = makeTemplate('<head></head>', { ...settings, storeSealed: false }).plain
  expect(shell).toContain('<meta name="sampan-store-plain" content="yes">')
  expect(makeTemplate('<head></head>', settings).plain).not.toContain('sampan-store-plain')
})

test.each(languages)('O6 the words of the front page in %s promise no encryption', (language) => {
  const words = Object.values(landing[language]).join('\n')
  expect(words.replace(/end-to-end encryption|端到端加密/g, '')).not.toMatch(/AES|encrypt|加密/i)
})
