import { expect, test } from 'vitest'
import { headText } from './head-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...values: number[]) => new Uint8Array(values)

test.each([
  ['UTF-8', utf8('报价单 ✓'), '报价单 ✓'],
  ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, ...utf8('价格')), '价格'],
  ['UTF-16, little end first', bytes(0xff, 0xfe, 0xf7, 0x4e, 0x3c, 0x68), '价格'.replace('价', '\u4ef7').replace('格', '\u683c')],
  ['UTF-16, big end first', bytes(0xfe, 0xff, 0x4e, 0xf7, 0x68, 0x3c), '\u4ef7\u683c'],
  ['GB18030', bytes(0xb1, 0xa8, 0xbc, 0xdb, 0xb5, 0xa5, 0x0a), '报价单\n'],
  ['nothing', bytes(), ''],
])('D4 text in %s', (_, given, text) => {
  expect(headText(given, false)).toBe(text)
})

test('D4 where a file is cut in the middle of a character, the whole ones before are read', () => {
  const whole = utf8('港口日志')
  for (const cut of [1, 2]) expect(headText(whole.subarray(0, whole.length - cut), true)).toBe('港口日')
  const gbk = bytes(0xb1, 0xa8, 0xbc, 0xdb, 0xb5, 0xa5)
  expect(headText(gbk.subarray(0, 5), true)).toBe('报价')
  expect(headText(bytes(0xff, 0xfe, 0xf7, 0x4e, 0x3c), true)).toBe('\u4ef7')
})

test('D4 what is no text is not shown as text', () => {
  expect(headText(bytes(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), false)).toBeNull()
})
