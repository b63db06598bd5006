import { expect, test } from 'vitest'
import { startPages } from './test-pages.ts'

test('W1 the sitemap names every public page in both languages, and robots.txt names the sitemap', async () => {
  const { get } = await startPages()
  const map = await get('/sitemap.xml')
  expect([map.status, map.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  for (const path of ['/', '/zh/', '/login', '/zh/login', '/pricing', '/zh/pricing'])
    expect(map.body).toContain(`<loc>http://files.test${path}</loc>`)
  expect(map.body).toContain('<xhtml:link rel="alternate" hreflang="zh-CN" href="http://files.test/zh/pricing"/>')
  expect((await get('/robots.txt')).body).toContain('\nSitemap: http://files.test/sitemap.xml\n')
})

test('W1 search engines stay out of every kind of link', async () => {
  const { body } = await (await startPages()).get('/robots.txt')
  for (const path of ['/downloads/', '/manage/']) expect(body).toContain(`Disallow: ${path}\n`)
})
