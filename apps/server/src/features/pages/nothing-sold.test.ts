/** Pages where nothing is for sale (O10). */
import { expect, test } from 'vitest'
import { startPages } from './test-pages.ts'

const page = { accept: 'text/html' }
const chinese = { 'accept-language': 'zh-CN' }

test('O10 where nothing is for sale no page leads to plans, and theirs say what everybody has', async () => {
  const config = { billing: 'off', billingPlan: 'business' } as const
  const [off, sold] = [await startPages({ config }), await startPages()]
  expect((await sold.get('/', page)).body.match(/\/pricing/g)).toHaveLength(2)
  for (const path of ['/', '/login', '/zh/', '/dash/plans']) {
    const { body } = await off.get(path, { ...page, ...(path.startsWith('/zh') && chinese) })
    expect(body, path).toContain('<meta name="sampan-shared-plan" content="business">')
    expect(body, path).not.toMatch(/pricing|test-payments/)
  }
  for (const [path, words] of [
    ['/pricing', 'Every account has the same plan: up to 100 GB at a time, 1 TB of storage, and 100 recipients'],
    ['/appsumoforever', 'Nothing is for sale here'],
    ['/zh/pricing', '本服务不出售方案'],
  ] as const) {
    const reply = await off.get(path, { ...page, ...(path.startsWith('/zh') && chinese) })
    expect([reply.status, reply.body], path).toEqual([200, expect.stringContaining(words)])
  }
  const map = (await off.get('/sitemap.xml')).body
  expect(map).toContain('/login<')
  expect(map).not.toMatch(/pricing|appsumo/)
})
