import { describe, expect, test } from 'vitest'
import { isEmail, mailboxOf, mergeRecipients, normalizeEmail, splitRecipients } from './recipients.ts'

describe('Q6 what is an address', () => {
  test.each([
    'li@example.com',
    'li.wei+box@mail.example.co.uk',
    "o'neil_1@example.com",
    '李伟@例子.中国',
    'müller@bücher.example',
    'a@xn--fsqu00a.xn--0zwm56d',
    `${'a'.repeat(64)}@example.com`,
  ])('Q6 %s is one', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    '',
    'li',
    'li@',
    '@example.com',
    'li@example',
    'li@example..com',
    'li@-example.com',
    'li@example-.com',
    'li@example.com.',
    'li@@example.com',
    'li wei@example.com',
    'li@exam ple.com',
    'li@example.com\r\nBcc: eve@example.com',
    'li\u0000@example.com',
    '<li@example.com>',
    '"li"@example.com',
    'li@[127.0.0.1]',
    'li@example.-m',
    'li@example.c-',
    `${'a'.repeat(65)}@example.com`,
    `li@${'a.'.repeat(126)}com`,
  ])('Q6 %j is none', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe('Q6 splitting what was typed or pasted', () => {
  test.each([
    ['a@x.com,b@x.com;c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
    ['a@x.com b@x.com\nc@x.com\r\nd@x.com\te@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com', 'e@x.com']],
    [' A@X.com ,, ; ', ['a@x.com']],
    ['Li Wei <Li@X.cn>; "Ana" <ana@x.com>', ['li@x.cn', 'ana@x.com']],
    ['"Wei, Li" <li@x.cn>, "Lima; Ana"<ana@x.com>', ['li@x.cn', 'ana@x.com']],
    ['Li Wei <li@x.cn> Ana Lima <ana@x.com> bo@x.com', ['li@x.cn', 'ana@x.com', 'bo@x.com']],
    ['li@x.cn <li@x.cn>', ['li@x.cn']],
    ['<li@x.cn', ['li@x.cn']],
    ['mailto:li@x.cn; MAILTO:Ana@x.com?subject=Hello&cc=bo@x.com', ['li@x.cn', 'ana@x.com']],
    ['Li <mailto:li@x.cn>', ['li@x.cn']],
    ['Li Wei', ['li', 'wei']],
    ['a@x.com，b@x.com；c@x.com、d@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']],
    ['\u3000a@x.com\u00a0b@x.com', ['a@x.com', 'b@x.com']],
    ['', []],
  ])('Q6 %j', (text, pieces) => {
    expect(splitRecipients(text)).toEqual(pieces)
  })

  test('R29 10,000 pasted recipients are split and merged, each once', () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `Person${i % 5000}@Example.com`).join(';\n')
    expect(mergeRecipients([], splitRecipients(text))).toHaveLength(5000)
  })
})

test('Q6 each address once whatever its case, order kept, blanks dropped', () => {
  expect(mergeRecipients(['b@x.com'], ['A@x.com', ' B@X.COM ', 'a@x.com', ''])).toEqual(['b@x.com', 'a@x.com'])
  expect(normalizeEmail('  Li@X.Cn ')).toBe('li@x.cn')
})

test('Q6 an address that was copied from one of our mails, or written on a Chinese keyboard, is that address', () => {
  expect(splitRecipients('li@\u200bmail.\u200bexample.\u200bcn，wei＠example。cn')).toEqual([
    'li@mail.example.cn',
    'wei@example.cn',
  ])
})

test.each([
  ['v+1@example.com', 'v@example.com'],
  ['V+a+b@Example.COM', 'v@example.com'],
  ['first.last@example.com', 'first.last@example.com'],
  ['F.i.r.s.t+x@GoogleMail.com', 'first@gmail.com'],
  ['+only@example.com', '+only@example.com'],
  ['a@constructor', 'a@constructor'],
])('R41 mails to %s count for the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
