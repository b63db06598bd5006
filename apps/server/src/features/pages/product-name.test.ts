import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brandColours } from '@sampan/contract/rules/brand-colours'
import { expect, onTestFinished, test } from 'vitest'
import { startPages, transfer } from './test-pages.ts'

const page = { accept: 'text/html,*/*;q=0.8' }

test('B5 W1 O2 what was built before the name was known bears it, and tells it to the app', async () => {
  const { get } = await startPages({ config: { productName: 'A & B' } })
  for (const path of ['/', '/zh/', '/login', '/dash', '/d/Ab3dE6g']) {
    const { body } = await get(path, page)
    expect(body).not.toContain('%PRODUCT_NAME%')
    expect(body).toContain('<meta name="sampan-name" content="A &amp; B">')
  }
  expect((await get('/')).body).toContain('<a aria-label="A &amp; B">A &amp; B</a>')
})

function brandDir(pictures: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-brand-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  for (const [name, text] of Object.entries(pictures)) writeFileSync(join(dir, name), text)
  return dir
}

test('B5 O2 the operator’s own logo and icon stand in place of the boat, also in built pages, and the app is told', async () => {
  const own = brandDir({ 'logo.svg': '<svg id="ours"/>', 'favicon.svg': '<svg id="ours"/>', 'secret.txt': 'canary' })
  const { get } = await startPages({ config: { brandDir: own, productName: 'A & B' } })
  for (const path of ['/', '/zh/']) {
    const { body } = await get(path, page)
    expect(body).toContain('<b><span class="l" data-logo="30"><img src="/logo.svg" height="30" alt="A &amp; B"/></span></b>')
    expect(body).toContain('<meta name="sampan-logo" content="/logo.svg">')
  }
  for (const path of ['/logo.svg', '/favicon.svg']) expect((await get(path)).body).toBe('<svg id="ours"/>')
  expect((await get('/secret.txt')).status).toBe(404)
})

test('B5 O2 without pictures of the operator’s the boat stays; one that is no picture ends the start', async () => {
  const { get } = await startPages({ config: { brandDir: brandDir({}) } })
  const { body } = await get('/', page)
  expect(body).toContain('<b><span class="l" data-logo="30"><svg>')
  expect(body).not.toContain('sampan-logo')
  expect((await get('/favicon.svg')).body).toBe('<svg id="boat"/>')
  const wrong: Record<string, string>[] = [
    { 'logo.svg': 'no' },
    { 'icon-192.png': 'no' },
    { 'logo.svg': `<svg>${'a'.repeat(1_000_001)}` },
  ]
  for (const pictures of wrong)
    await expect(startPages({ config: { brandDir: brandDir(pictures) } })).rejects.toThrow('BRAND_DIR')
  await expect(startPages({ config: { brandDir: '/nowhere/brand' } })).rejects.toThrow('BRAND_DIR')
})

test('B5 O2 the operator’s colour is on every page and around the installed app, mended where it could not be seen; a sender’s counts more', async () => {
  const { get } = await startPages({
    config: { brandColour: '#fff4c2' },
    view: { status: 200, view: transfer({ brand: { theme: '/api/brands/themes/1d4ed8.css', poweredBy: true } }) },
  })
  const sheet = '<link rel="stylesheet" href="/api/brands/themes/fff4c2.css">'
  for (const path of ['/', '/zh/', '/login', '/dash']) {
    const { body } = await get(path, page)
    expect(body.split(sheet)).toHaveLength(2)
    expect(body).toContain('<meta name="sampan-colour" content="#fff4c2">')
  }
  const { body } = await get('/d/Ab3dE6g', page)
  expect(body.indexOf(sheet)).toBeLessThan(body.indexOf('/api/brands/themes/1d4ed8.css'))
  const { background_color, theme_color } = JSON.parse((await get('/manifest.webmanifest')).body)
  expect([background_color, theme_color]).toEqual(['#faf7f1', brandColours('#fff4c2', 'light').button])
  expect(theme_color).not.toBe('#fff4c2')
  const plain = await startPages()
  expect((await plain.get('/', page)).body).not.toMatch(/sampan-colour|brands.themes/)
  expect(JSON.parse((await plain.get('/manifest.webmanifest')).body).theme_color).toBe('#faf7f1')
})
