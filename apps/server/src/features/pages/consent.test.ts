import { expect, test } from 'vitest'
import { startPages } from './test-pages.ts'

const page = { accept: 'text/html' }
const policyOf = ({ headers }: { headers: Record<string, string> }) => headers['content-security-policy']!

test('W5 where nothing is configured no page asks, and no page may load anything of others', async () => {
  const { get } = await startPages()
  for (const path of ['/', '/pricing', '/zh/']) {
    const reply = await get(path, page)
    expect(reply.body).not.toContain('consent')
    expect(policyOf(reply)).not.toMatch(/https?:/)
  }
})

test.each([
  [{ plausibleUrl: 'https://count.example/x' }, 'Plausible', "connect-src 'self' https://count.example;"],
  [{ matomoUrl: 'https://m.example/in/?idsite=3' }, 'Matomo', "img-src 'self' data: blob: https://m.example;"],
  [{ googleAnalyticsId: 'G-ABCDE12345' }, 'Google Analytics', 'https://*.google-analytics.com'],
  [{ crispId: '01234567-89ab-cdef-0123-456789abcdef' }, 'Crisp', "frame-src 'self' https://game.crisp.chat;"],
])(
  'W5 %j: public pages ask in their language, and are allowed what they may load; pages of links and files never',
  async (config, name, allowed) => {
    const { get } = await startPages({ config })
    const english = await get('/', page)
    const data = JSON.parse(/<script id="consent"[^>]*>(.*?)<\/script>/s.exec(english.body)![1]!)
    expect(data.trackers).toEqual([expect.objectContaining({ name })])
    expect(data.words.title).toBe('May we count your visit?')
    expect(data.paths).toContain('/zh/pricing')
    expect(policyOf(english)).toContain(allowed)
    expect((await get('/zh/', page)).body).toContain('可以统计您的访问吗')
    for (const path of ['/w/Ab3dE6g', '/d/Ab3dE6g/Kd93Ls0', '/r/Ab3dE6g', '/dash', '/dash/transfers/Ab3dE6g', '/nothing']) {
      const reply = await get(path, page)
      expect(reply.body, path).not.toContain('consent.js')
      expect(policyOf(reply), path).not.toMatch(/https?:/)
    }
  },
)
