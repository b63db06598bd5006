import { expect, test } from 'vitest'
import { startPages } from './test-pages.ts'

const page = { accept: 'text/html,*/*;q=0.8' }

test('W1 O2 what was built before the name was known bears it, and tells it to the app', async () => {
  const { get } = await startPages({ config: { productName: 'A & B' } })
  for (const path of ['/', '/zh/', '/login', '/dash', '/d/Ab3dE6g']) {
    const { body } = await get(path, page)
    expect(body).not.toContain('%PRODUCT_NAME%')
    expect(body).toContain('<meta name="sampan-name" content="A &amp; B">')
  }
  expect((await get('/')).body).toContain('<a aria-label="A &amp; B">A &amp; B</a>')
})
