/** What the operator has set, as the built pages are told of it. */
import { expect, test } from 'vitest'
import { startPages } from './test-pages.ts'

const page = { accept: 'text/html' }

test('Q16 pages say how long the bytes of an expired transfer stay here, where it is not as usual', async () => {
  const usual = await startPages()
  expect((await usual.get('/')).body).not.toContain('sampan-grace-seconds')
  const { get } = await startPages({ config: { graceSeconds: 2 * 86_400 } })
  for (const path of ['/', '/dash'])
    expect((await get(path, page)).body).toContain('<meta name="sampan-grace-seconds" content="172800">')
})
