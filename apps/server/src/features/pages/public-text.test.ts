/** Pages of the operator's in the place of ours (W4), and the picture of each page. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startPages } from './test-pages.ts'

const blog = 'blog/how-to-send-big-files-to-china'
const built = (path: string, title: string, more = '') =>
  [
    `<!DOCTYPE html><html lang="en"><head><title>${title} · %PRODUCT_NAME%</title><meta name="description" content="Ours"/>`,
    `<meta property="og:title" content="${title} · %PRODUCT_NAME%"/><meta property="og:description" content="Ours"/>`,
    `<link rel="canonical" href="${path}"/><script type="application/ld+json">${JSON.stringify({ headline: title, datePublished: '2026-01-01', description: 'Ours' })}</script></head>`,
    `<body><h1 data-page-title="">${title}</h1><p class="lead" data-page-lead="" hidden=""></p><span data-date-of="${blog}"><time dateTime="2026-01-01">January 1, 2026</time></span>`,
    `<!--picture--><img alt="ours"/><!--/picture--><div><!--words--><p>Our <div>words</div></p><!--/words--></div>${more}</body></html>`,
  ].join('')
const list = `<ul><li><a href="/blog/x" data-title-of="${blog}">Old title</a><p data-description-of="${blog}">Old text</p></li></ul>`

const files = {
  'about/index.html': built('/about', 'About us'),
  'zh/about/index.html': built('/zh/about', '关于我们'),
  [`${blog}/index.html`]: built(`/${blog}`, 'Old title'),
  'blog/index.html': built('/blog', 'Blog', list),
}

const page = { accept: 'text/html' }
const pageOf = (head: string, words: string) => `---\n${head}\n---\n${words}`
const theirs = pageOf(
  'title: Sending "big" files\ndescription: How we do it & why\nsubtitle: By {product}\ndate: 2026-10-02',
  'Up to {anon.uploadBytes}. [More](/about)\n\n<script>alert(1)</script> [x](javascript:alert(1))',
)

function wordsOf(texts: Record<string, string | Error>, isFar = false) {
  const warned: string[] = []
  const read = async (name: string, language: string) => {
    const text = texts[`${language}/${name}`] ?? null
    if (text instanceof Error) throw text
    return text
  }
  return {
    words: { read, isFar, log: { warn: (about: object) => void warned.push(String((about as { err: Error }).err)) } },
    warned,
  }
}

test('W4 a page of the operator takes the place of ours in head and body, is named so by others and by the feed, and loses nothing of its frame', async () => {
  const texts: Record<string, string> = { [`en/${blog}`]: theirs }
  const { words, warned } = wordsOf(texts)
  const { get } = await startPages({ words, more: files, config: { productName: 'Junk' } })
  const { body } = await get(`/${blog}`, page)
  for (const text of [
    '<title>Sending &quot;big&quot; files · Junk</title>',
    '<meta property="og:title" content="Sending &quot;big&quot; files · Junk"/>',
    '<meta name="description" content="How we do it &amp; why"/>',
    '<h1 data-page-title="">Sending &quot;big&quot; files</h1>',
    '<p class="lead" data-page-lead="">By Junk</p>',
    '<time datetime="2026-10-02">October 2, 2026</time>',
    '<p>Up to <span data-plan-limit="anon.uploadBytes">3 GB</span>. <a href="/about">More</a></p>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '"datePublished":"2026-10-02"',
  ])
    expect(body).toContain(text)
  expect(body).not.toMatch(/Old title|Ours|words<|alt="ours"|href="javascript|<script>alert/)
  const blogPage = (await get('/blog', page)).body
  expect(blogPage).toContain(`data-title-of="${blog}">Sending &quot;big&quot; files</a>`)
  expect(blogPage).toContain(`data-description-of="${blog}">How we do it &amp; why</p>`)
  expect((await get('/blog/rss.xml')).body).toContain('<title>Sending &quot;big&quot; files</title>')
  // What others say is as it was.
  expect((await get('/zh/about', page)).body).toContain('<h1 data-page-title="">关于我们</h1>')
  expect(warned).toEqual([])

  texts[`en/${blog}`] = theirs.replace('title: Sending "big" files', 'title: Changed')
  expect((await get(`/${blog}`, page)).body).toContain('<h1 data-page-title="">Changed</h1>')
  delete texts[`en/${blog}`]
  expect((await get(`/${blog}`, page)).body).toContain('<h1 data-page-title="">Old title</h1>')
})

test.each([
  ['without a head', 'words alone', 'front matter'],
  ['with a head that is wrong', pageOf('title: A page\ndescription: About it\ncolour: red', 'words'), 'colour'],
  ['with a limit that is none', pageOf('title: A page\ndescription: About it', '{gold.files}'), 'gold.files'],
  ['with a picture that is none', pageOf('title: A page\ndescription: About it', '![x](https://evil.test/x.png)'), 'screen'],
  ['that cannot be read', new Error('EACCES'), 'EACCES'],
])('W4 of a page %s ours is shown, and why is told', async (_, text, reason) => {
  const { words, warned } = wordsOf({ 'zh/about': text })
  const { get } = await startPages({ words, more: files })
  const reply = await get('/zh/about', page)
  expect([reply.status, reply.body.includes('关于我们')]).toEqual([200, true])
  expect(warned.join()).toContain(reason)
})

test('W4 the operator’s changelog takes the place of ours; one in which nothing can be read does not', async () => {
  const texts: Record<string, string> = { 'en/changelog': '## 2026-11-02 new, fixed: Tides & <b>ports</b>\n\nUp to *now*.' }
  const { words, warned } = wordsOf(texts)
  const { get } = await startPages({ words, more: { 'changelog/index.html': built('/changelog', 'What is new') } })
  const { body } = await get('/changelog', page)
  for (const text of [
    '<h1 data-page-title="">What is new</h1>',
    '<span>New</span> <span>Fixed</span> <time datetime="2026-11-02">November 2, 2026</time>',
    'Tides &amp; &lt;b&gt;ports&lt;/b&gt;</h2><p>Up to <em>now</em>.</p>',
  ])
    expect(body).toContain(text)
  expect(body).not.toContain('words<')
  texts['en/changelog'] = 'Soon more'
  expect((await get('/changelog', page)).body).toContain('<p>Our <div>words</div></p>')
  expect(warned).toEqual([])
})

test('W4 nobody waits for a CMS: who comes next reads what it has said', async () => {
  const { words } = wordsOf({ 'en/about': pageOf('title: Theirs\ndescription: About it', 'words') }, true)
  const { get } = await startPages({ words, more: files })
  expect((await get('/about', page)).body).toContain('>About us</h1>')
  expect((await get('/about', page)).body).toContain('>Theirs</h1>')
})

const drawing =
  '<svg viewBox="0 0 32 32"><path d="M3 3H29V29H3Z" fill="var(--lacquer)"></path></svg><svg class="s" viewBox="0 0 1440 420"><path fill="var(--mist-1)" d="M0 0H1440V420H0Z"></path></svg>'

test('W1 each page has a picture with its title in its language and the name of the product, which is the operator’s, in their colour', async () => {
  const texts: Record<string, string> = {}
  const { words } = wordsOf(texts)
  const more = {
    'about/index.html': built('/about', 'About us', drawing),
    'zh/about/index.html': built('/zh/about', '关于我们', drawing),
  }
  const { get } = await startPages({ words, more })
  const other = await startPages({ words, more, config: { productName: 'Junk' } })
  const blue = await startPages({ words, more, config: { brandColour: '#1d4ed8' } })
  const [english, again, chinese, named, coloured] = [
    await get('/open-graph/about.png'),
    await get('/open-graph/about.png'),
    await get('/open-graph/zh/about.png'),
    await other.get('/open-graph/about.png'),
    await blue.get('/open-graph/about.png'),
  ]
  expect([english.status, english.headers['content-type'], english.headers.etag]).toEqual([200, 'image/png', again.headers.etag])
  expect(new Set([english, chinese, named, coloured].map(({ headers }) => headers.etag)).size).toBe(4)
  expect((await get('/open-graph/nothing.png', page)).status).toBe(404)
  texts['en/about'] = pageOf('title: Theirs\ndescription: About it', 'words')
  expect((await get('/open-graph/about.png')).headers.etag).not.toBe(english.headers.etag)
})

test('W1 what a picture says fits on it, also a long title in Chinese', async () => {
  const { drawPagePicture } = await import('./draw-page-picture.ts')
  const draw = (title: string, language: 'en' | 'zh') =>
    drawPagePicture({ page: drawing, title, productName: 'Sampan', brandColour: null, language, headlineFont: null })
  const blank = await sharp(await draw('', 'en'))
    .raw()
    .toBuffer()
  for (const [title, language] of [
    ['字'.repeat(60), 'zh'],
    ['Sending files to a factory that is far away, and knowing that they have arrived', 'en'],
  ] as const) {
    const { data, info } = await sharp(await draw(title, language))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1200, 630])
    const changed = Array.from({ length: info.width * info.height }, (_, at) => at).filter(
      (at) => data[at * info.channels] !== blank[at * info.channels],
    )
    const columns = changed.map((at) => at % info.width)
    expect(changed.length).toBeGreaterThan(3000)
    expect(
      Math.min(...[columns.reduce((a, b) => Math.min(a, b)), 1200 - columns.reduce((a, b) => Math.max(a, b))]),
    ).toBeGreaterThan(60)
  }
})
