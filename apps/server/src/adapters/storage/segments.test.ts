import { createHash, webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAttempt, openAttempt, openSegment, sealedLength, sealer } from './segments.ts'

const SEGMENT = 256 * 1024
const blob = { blobId: 'blob-1', dek: Buffer.alloc(32, 7) }
const plain = Buffer.from(Array.from({ length: SEGMENT + 5 }, (_, i) => i % 251))
const salt = Buffer.alloc(24, 9)

function seal(chunkBytes: number) {
  const { keys, header } = newAttempt(blob, 1234, plain.length, salt)
  const out: Buffer[] = []
  const add = sealer(keys, (sealed) => out.push(Buffer.from(sealed)))
  for (let at = 0; at < plain.length; at += chunkBytes) add(plain.subarray(at, at + chunkBytes))
  return { header, sealed: Buffer.concat(out) }
}

test('the format stays what it is: a known answer', () => {
  const { header, sealed } = seal(65_536)
  expect(sealed.length).toBe(sealedLength(plain.length))
  expect(createHash('sha256').update(header).update(sealed).digest('hex')).toBe(
    '1e9d3b5391be0b68aa1c3aff80c48a974aebf72aefae89176b0e4f70eebea7e8',
  )
})

test('the cut of the chunks leaves no trace', () => {
  for (const size of [4093, SEGMENT, plain.length]) expect(seal(size).sealed.equals(seal(65_536).sealed)).toBe(true)
})

test('WebCrypto, told only the format, opens it', async () => {
  const { header, sealed } = seal(65_536)
  const info = Buffer.concat([
    Buffer.from('sampan attempt\0'),
    header.subarray(0, 2),
    Buffer.from('blob-1\0'),
    Buffer.from('00000000000004d2', 'hex'),
  ])
  const hkdf = { name: 'HKDF', hash: 'SHA-512', salt: header.subarray(2, 26), info }
  const dek = await webcrypto.subtle.importKey('raw', blob.dek, 'HKDF', false, ['deriveBits'])
  const bits = Buffer.from(await webcrypto.subtle.deriveBits(hkdf, dek, 76 * 8))
  expect(bits.subarray(44).equals(header.subarray(26))).toBe(true)
  const key = await webcrypto.subtle.importKey('raw', bits.subarray(0, 32), 'AES-GCM', false, ['decrypt'])
  for (const index of [0, 1]) {
    const iv = Buffer.from(bits.subarray(32, 44))
    iv[11]! ^= index
    const additionalData = Buffer.from(`0000000000040005${'0000000'}${index}0${index}`, 'hex')
    const part = sealed.subarray(index * (SEGMENT + 16), (index + 1) * (SEGMENT + 16))
    const opened = await webcrypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, part)
    expect(Buffer.from(opened).equals(plain.subarray(index * SEGMENT, (index + 1) * SEGMENT))).toBe(true)
  }
})

test('a segment opens only at its own index', () => {
  const { header, sealed } = seal(65_536)
  const keys = openAttempt(blob, { offset: 1234, length: plain.length, header })
  const first = sealed.subarray(0, SEGMENT + 16)
  expect(() => openSegment(keys, 1, Buffer.from(first))).toThrow('does not verify')
  expect(openSegment(keys, 0, first).equals(plain.subarray(0, SEGMENT))).toBe(true)
})
