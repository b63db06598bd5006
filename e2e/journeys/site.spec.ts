/** The public site as its readers go through it: every address of it, every link, and each kind of page at every size (W1 to W3, I1 to I3). */
import { languages } from '../../packages/contract/src/languages.ts'
import { publicPaths } from '../../packages/contract/src/paths.ts'
import { expectGood, expectToFit } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { crawl, faultsOf } from '../site-crawl.ts'
import { words } from '../words.ts'

const page = { accept: 'text/html' }
const inBoth = (...paths: string[]) => paths.flatMap((path) => [path, `/zh${path}`])
const articles = [
  'sinosend-vs-wetransfer',
  'how-to-send-big-files-to-china',
  'china-trade-fairs-closed-now-what-how-to-source-your-products',
  'best-file-transfer-china',
]
const products = [
  'supplier-document-tracking',
  'document-receipts',
  'attachments-organized',
  'dashboard-analytics',
  'business-intelligence',
  'works-everywhere',
]

/** As section 2 of the specification lists them. */
const routes = [
  ...inBoth('/', '/about', '/updates', '/roadmap', '/support', '/pricing', '/login', '/appsumoforever', '/changelog', '/blog'),
  ...inBoth('/terms', '/privacy', '/cookies'),
  ...inBoth(...products.map((name) => `/product/${name}`), ...articles.map((name) => `/blog/${name}`)),
  ...['/welcomeback', '/thankyou', '/accept-invite', '/dash'],
]

const redirects = [
  ['/index.html', '/'],
  ['/zh/index.html', '/zh/'],
  ['/zh', '/zh/'],
  ['/signup', '/pricing'],
  ['/signup/login', '/login'],
  ['/?ref=trial_ending', '/login?ref=trial_ending'],
  ['/sinosend-vs-wetransfer', '/blog/sinosend-vs-wetransfer'],
  ['/zh/sinosend-vs-wetransfer', '/zh/blog/sinosend-vs-wetransfer'],
  ['/how-to-send-big-files-to-china', '/blog/how-to-send-big-files-to-china'],
  ['/zh/how-to-send-big-files-to-china', '/zh/blog/how-to-send-big-files-to-china'],
  ['/roadmap/any/thing', '/roadmap'],
  ['/dash/roadmap', '/roadmap'],
  ['/support?article=expired-links', '/support/expired-links'],
] as const

test('W1 every route, alias and redirect answers in both languages, and every link of every public page leads somewhere', async ({
  server,
}) => {
  const get = (path: string, language = 'en') =>
    fetch(server.url + path, { redirect: 'manual', headers: { ...page, 'accept-language': language } })
  for (const path of routes) {
    const reply = await get(path)
    expect.soft(reply.status, path).toBe(200)
    expect.soft(await reply.text(), path).toMatch(/<html lang="(en|zh-CN)"/)
  }
  for (const [from, to] of redirects) {
    const reply = await get(from)
    expect.soft([301, 302], `${from}: ${reply.status}`).toContain(reply.status)
    expect.soft(reply.headers.get('location'), from).toBe(to)
  }
  expect.soft((await get('/about', 'zh-CN')).headers.get('location')).toBe('/zh/about')
  for (const path of inBoth('/nothing', '/blog/nothing', '/support/nothing', '/product/nothing', '/downloads'))
    expect.soft((await get(path)).status, path).toBe(404)

  const site = new Set(publicPaths.flatMap((pathOf) => languages.map(pathOf)))
  const found = await crawl([...site, '/sitemap.xml', '/robots.txt'], server.url, (path) => site.has(path))
  expect.soft(faultsOf(found, server.url)).toEqual([])
  // A form that is pressed before its page is awake puts nothing into an address.
  const asking = [...found.seen].filter(
    ([path, { body }]) => site.has(path) && /<form(?![^>]*method="(?:dialog|post)")/.test(body),
  )
  expect.soft(asking.map(([path]) => path)).toEqual([])
  // Each page is reached by a link of another, not by the sitemap alone.
  const linked = new Set(
    [...found.seen.values()].flatMap(({ body }) => [...body.matchAll(/href="(\/[^"#?]*)"/g)].map(([, to]) => to)),
  )
  expect([...site].filter((path) => !linked.has(path))).toEqual([])
})

/** One of each kind. */
const kinds = [
  '/',
  '/register',
  '/login',
  '/pricing',
  '/appsumoforever',
  '/about',
  '/terms',
  '/changelog',
  '/roadmap',
  '/developers',
  '/product/works-everywhere',
  '/blog',
  '/blog/sinosend-vs-wetransfer',
  '/support',
  '/support/sending-to-china',
  '/nothing-here',
]

for (const language of ['en', 'zh'] as const) {
  test.describe(language, () => {
    test.use({ locale: language === 'zh' ? 'zh-CN' : 'en-US' })
    const t = words(language)
    const at = (path: string) => (language === 'zh' ? `/zh${path}` : path)

    for (const path of kinds)
      test(`W1 I2 I3 ${at(path)} is good at every size, in both themes`, async ({ page, complaints }) => {
        complaints.expectFailed(/nothing-here$/)
        await page.goto(at(path))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page).toHaveTitle(/Sampan/)
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 844 })
          await expectGood(page, `${at(path)} at ${width}`)
        }
        for (const width of [360, 768]) {
          await page.setViewportSize({ width, height: 844 })
          await expectToFit(page, `${at(path)} at ${width}`)
        }
      })

    test(`W3 a reader chooses the dark theme, searches the answers, votes, and is counted (${language})`, async ({ page }) => {
      await page.goto(at('/support'))
      const search = page.getByRole('searchbox', { name: t('site.searchLabel') })
      await search.fill(language === 'zh' ? '过期' : 'expired link')
      const answer = page.locator('[data-search-found] a').first()
      await expect(answer).toHaveAttribute('href', at('/support/expired-links'))
      await search.fill('qqqqqq')
      await expect(page.getByText(t('site.searchNone'))).toBeVisible()

      await page.locator('input[name=theme][value=dark]').check({ force: true })
      await page.goto(at('/roadmap'))
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      const idea = page.locator('[data-idea=webhooks]').getByRole('button')
      await idea.click()
      await expect(idea).toHaveAttribute('aria-pressed', 'true')
      await page.reload()
      await expect(idea).toHaveAttribute('aria-pressed', 'true')
      await idea.click()
      await expect(idea).toHaveAttribute('aria-pressed', 'false')

      await page.goto(at('/blog/best-file-transfer-china'))
      await expect(page.locator('header [data-reads=best-file-transfer-china]')).toBeVisible()
    })
  })
}
