import { expect, test } from 'vitest'
import { startPages, titleOf } from './test-pages.ts'

test('A4 A13 R47 the page of a link to a new password is the app in the reader’s language; its address goes to no other page', async () => {
  const { get } = await startPages()
  const reply = await get('/updatepassword?t=0123456789abcdefghijkl')
  expect([reply.status, titleOf(reply)]).toEqual([200, 'Set a new password · Sampan'])
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store, private',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  expect(reply.body).not.toContain('0123456789abcdefghijkl')
  expect(reply.body).toContain('<noscript>')
  expect(titleOf(await get('/updatepassword', { 'accept-language': 'zh' }))).toBe('设置新密码 · Sampan')
  const disown = await get('/notme?t=0123456789abcdefghijkl')
  expect([titleOf(disown), disown.headers['referrer-policy']]).toEqual(['Log a device out · Sampan', 'no-referrer'])
})
