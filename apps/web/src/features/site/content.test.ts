import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languages } from '@sampan/contract/languages'
import { defaultLanguage, publicPaths, supportIndexPath } from '@sampan/contract/paths'
import { calls } from '@sampan/contract/routes/index'
import { articles, ideas, productPages, supportArticles } from '@sampan/contract/site'
import { screens } from '@sampan/texts/content/front-matter'
import { renderMarkdown } from '@sampan/texts/content/markdown'
import { readSource } from '@sampan/texts/content/source'
import { expect, test } from 'vitest'
import { pathLanguage } from '../../lib/language.ts'
import { listArticles, readIdeas, readPage, sources, supportIndex } from './content.server.ts'
import { readCalls, readExamples } from './developers.server.ts'
import { readNews } from './news.server.ts'

const folder = fileURLToPath(new URL('../../../', import.meta.url))
const wanted = [
  'about',
  'updates',
  'ideas',
  'developers',
  'terms',
  'privacy',
  'cookies',
  ...productPages.map((name) => `product/${name}`),
  ...articles.map((name) => `blog/${name}`),
  ...supportArticles.map((name) => `support/${name}`),
]
const pages = languages.flatMap((language) =>
  wanted.filter((name) => name !== 'ideas').map((name) => ({ name, language, page: readPage(name, language) })),
)

test('W4 every page has its words in every language, and no file is of no page', () => {
  expect([...sources.keys()].sort()).toEqual(languages.flatMap((language) => wanted.map((name) => `${language}/${name}`)).sort())
})

test('W4 twins say the same of themselves: date, picture, group, and as many headings', () => {
  for (const name of wanted) {
    const shape = (language: (typeof languages)[number]) => {
      const { date, picture, group, markdown } = sources.get(`${language}/${name}`)!
      return { date, picture, group, headings: markdown.match(/^##+ /gm)?.length ?? 0 }
    }
    for (const language of languages) expect(shape(language), name).toEqual(shape(defaultLanguage))
  }
})

test('O9 H1 the page for developers has every call that an API token may make, with its scope and errors, and each example in three languages', () => {
  const listed = readCalls().flatMap((group) => group.calls)
  const ofTokens = calls.filter(({ tag, route }) => tag !== 'Site' && route.scope)
  expect(listed.filter(({ scope }) => scope).map(({ id, scope }) => [id, scope])).toEqual(
    ofTokens.map(({ id, route }) => [id, route.scope]),
  )
  expect(listed.find(({ id }) => id === 'listContacts')).toMatchObject({
    method: 'GET',
    path: '/api/contacts',
    scope: 'contacts',
    errors: expect.arrayContaining(['scopeMissing', 'signedOut']),
  })
  for (const { texts } of readExamples()) expect(texts.map(({ program }) => program)).toEqual(['curl', 'TypeScript', 'Python'])
})

test.each([
  ['---\ntitle: A page\n---\nwords', 'description'],
  ['---\ntitle: A page\ndescription: About it\ncolour: red\n---\nwords', 'colour'],
  ['---\ntitle: A page\ndescription: About it\ndate: 26.11.2026\n---\nwords', 'date'],
  ['---\ntitle: A page\ndescription: About it\npicture: send\n---\nwords', 'alt'],
  ['words alone', 'front matter'],
])('W4 a head that is wrong ends the build: %j', (text, reason) => {
  expect(() => readSource('en/page', text)).toThrow(reason)
})

test('W1 I1 every link of every page leads to a page there is, in the language of the page', () => {
  const known = new Set(languages.flatMap((language) => publicPaths.map((pathOf) => pathOf(language))))
  const words = [
    ...pages.map(({ name, language, page }) => ({ name, language, html: page.html })),
    ...languages.flatMap((language) => [
      {
        name: 'ideas',
        language,
        html: readIdeas(language)
          .map((each) => each.html)
          .join(''),
      },
    ]),
  ]
  let seen = 0
  for (const { name, language, html } of words)
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      seen++
      if (href.startsWith('mailto:%SUPPORT_EMAIL%')) continue
      expect(known.has(href) && pathLanguage(href) === language, `${language}/${name}: ${href}`).toBe(true)
    }
  expect(seen).toBeGreaterThan(80)
})

test('W1 I2 what is wider than a phone scrolls by keyboard too', () => {
  expect(renderMarkdown('```\na < b\n```', 'en')).toBe('<pre tabindex="0"><code>a &lt; b</code></pre>')
  expect(renderMarkdown('| a |\n| - |\n| b |', 'en')).toContain('<div class="table" tabindex="0">')
})

test('K1 limits of plans in words are slots for what holds here, and what has no value is no slot', () => {
  expect(renderMarkdown('Up to {anon.uploadBytes}.', 'en')).toBe(
    '<p>Up to <span data-plan-limit="anon.uploadBytes">3 GB</span>.</p>\n',
  )
  for (const text of ['{anon.colour}', '{gold.files}', '{nobody}']) expect(() => renderMarkdown(text, 'en'), text).toThrow(text)
  // Sizes of files that articles try something out with are no limits.
  for (const { name, language, page } of pages.filter((each) => !each.name.startsWith('blog/')))
    expect(
      /\b\d[\d.]* ?[GT]B\b/.exec(page.html.replace(/data-plan-limit="[^<]*</g, ''))?.[0],
      `${language}/${name}`,
    ).toBeUndefined()
})

test('W3 the ideas to vote for, the articles and the answers are those that the server knows', () => {
  for (const language of languages) {
    expect(readIdeas(language).map(({ idea }) => idea)).toEqual([...ideas])
    expect(
      listArticles(language)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...articles].sort())
    expect(supportIndex(language).every(({ text }) => text.length > 200 && !text.includes('<'))).toBe(true)
    expect(readNews(language).length).toBeGreaterThan(3)
    expect(supportIndexPath(language)).toContain(language)
  }
})

test('W3 every screen that a page shows is there in each language and size, and none is heavier than a page of words should be', () => {
  const files = new Map(
    readdirSync(`${folder}public/screens`).map((name) => [name, readFileSync(`${folder}public/screens/${name}`).length]),
  )
  for (const screen of screens)
    for (const language of languages)
      for (const end of ['640.avif', '1280.avif', '1280.webp'])
        expect(files.get(`${screen}-${language}-${end}`), `${screen}-${language}-${end}`).toBeLessThan(120_000)
})
