import { randomBytes, randomUUID } from 'node:crypto'
import { isEmail } from '@sampan/contract/rules/recipients'
import { expect, test } from 'vitest'
import { bounceAddressOf, readBounceAddress } from './bounce-address.ts'

const config = { bounceAddress: 'Bounces@files.example.com' }
const secrets = { bounce: randomBytes(32) }
const made = (recipient: { id: string; email: string }) => bounceAddressOf({ config, secrets }, recipient)!

test('T10 each recipient has an address that reads back, whatever the case, and fits before the @', () => {
  const ids = [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ...Array.from({ length: 200 }, () => randomUUID()),
  ]
  for (const id of ids) {
    const address = made({ id, email: 'li@example.cn' })
    expect(address.indexOf('@')).toBeLessThanOrEqual(64)
    expect(isEmail(address.toLowerCase())).toBe(true)
    for (const written of [address, address.toUpperCase(), ` ${address.toLowerCase()} `]) {
      const token = readBounceAddress(config, written)
      expect(token?.recipientId).toBe(id)
      expect(token?.isOf(secrets.bounce, 'li@example.cn')).toBe(true)
      // Of an address that was corrected meanwhile, and of another installation.
      expect(token?.isOf(secrets.bounce, 'lee@example.cn')).toBe(false)
      expect(token?.isOf(randomBytes(32), 'li@example.cn')).toBe(false)
    }
  }
  expect(bounceAddressOf({ config: { bounceAddress: null }, secrets }, { id: ids[0]!, email: 'li@example.cn' })).toBeUndefined()
})

test('R38 what is no address of ours is none, and one character more or less makes another', () => {
  const recipient = { id: randomUUID(), email: 'li@example.cn' }
  const address = made(recipient)
  const token = address.slice(address.indexOf('+') + 1, address.indexOf('@'))
  const wrong = ['', '@', '+@', 'bounces@files.example.com', `bounces+${token}@example.com`, `other+${token}@files.example.com`]
  const cut = [`bounces+${token.slice(1)}@files.example.com`, `bounces+0${token}@files.example.com`]
  const full = `bounces+${'z'.repeat(41)}@files.example.com`
  for (const each of [...wrong, ...cut, full, `${address}\r\nRCPT TO:<a@b.c>`, `bounces+${token}`, 'x'.repeat(100_000)])
    expect(readBounceAddress(config, each), each.slice(0, 80)).toBeNull()
  for (let i = 0; i < token.length; i++) {
    const other = token[i] === 'a' ? 'b' : 'a'
    const read = readBounceAddress(config, `bounces+${token.slice(0, i)}${other}${token.slice(i + 1)}@files.example.com`)
    expect(read?.recipientId === recipient.id && read.isOf(secrets.bounce, recipient.email)).toBeFalsy()
  }
})
