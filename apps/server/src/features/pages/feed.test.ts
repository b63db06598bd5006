import { articlePath } from '@sampan/contract/paths'
import { articles } from '@sampan/contract/site'
import { expect, test } from 'vitest'
import { feed, withFeed } from './feed.ts'

const site = { origin: 'https://files.example.com', productName: 'Boats & Co' }
const page = (headline: string, datePublished: string) =>
  `<head><script type="application/ld+json">${JSON.stringify({ headline, datePublished, description: 'For %PRODUCT_NAME% <all>' })}</script></head>`
const [first] = articles

test('W3 W1 the feed of the blog has what its pages say of themselves, newest first, and nothing that would break it', () => {
  const english = feed([page('Older', '2026-01-02'), page('Newer', '2026-03-04')], 'en', site)
  expect([...english.matchAll(/<item><title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual(['Newer', 'Older'])
  expect(english).toContain(`<link>https://files.example.com${articlePath(first)('en')}</link>`)
  expect(english).toContain('<description>For Boats &amp; Co &lt;all&gt;</description>')
  expect(english).toContain('<pubDate>Wed, 04 Mar 2026 00:00:00 GMT</pubDate>')
  expect(english).toContain('<language>en</language>')
  const chinese = feed([page('文章', '2026-01-02')], 'zh', site)
  expect(chinese.match(/<item>/g)).toHaveLength(1)
  expect(chinese).toContain('文章')
  // Without a build there are no pages, and the feed is empty.
  expect(feed([], 'en', site)).not.toContain('<item>')
})

test('W3 pages of the blog name it, others do not', () => {
  const built = '<head></head>'
  expect(withFeed(built, '/blog', 'en')).toContain('href="/blog/rss.xml"')
  expect(withFeed(built, articlePath(first)('zh'), 'zh')).toContain('href="/zh/blog/rss.xml"')
  expect(withFeed(built, '/pricing', 'en')).toBe(built)
})
