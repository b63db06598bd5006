import { expect, test } from 'vitest'
import { userText } from './user-text.ts'

const mark = '\u200b'

test.each([
  ['https://evil.example/x', `https:/${mark}/evil.${mark}example/x`],
  ['www.evil.com', `www.${mark}evil.${mark}com`],
  ['a@evil.com', `a@${mark}evil.${mark}com`],
  ['http://127.0.0.1/', `http:/${mark}/127.0.0.1/`],
  ['例子.测试', `例子.${mark}测试`],
])('R41 %j is no link any more', (text, shown) => expect(userText(text)).toBe(shown))

test.each(['Price 3.14 or 1,000.', 'One. Two.', '你好。再见', 'a\nb', '👩‍👩‍👧 e.g.'])('%j stays as it is', (text) =>
  expect(userText(text).replaceAll(mark, '')).toBe(text),
)
test('plain sentences get no mark', () => expect(userText('One. Two, 3.14 and 你好。再见')).not.toContain(mark))
test('a name cannot be turned round by bidi controls', () => expect(userText('\u202efdp.exe')).toBe(` fdp.${mark}exe`))
