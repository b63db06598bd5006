// @vitest-environment node
import { expect, test } from 'vitest'
import { blocksOf, inlinesOf } from './markdown-blocks.ts'

const text = (each: string) => ({ kind: 'text', text: each })

test('A8 headings, paragraphs and lists', () => {
  expect(blocksOf('## Hello\nThis goes\non.\n\n- one\n  more\n- two\n1. never\n\n1. first\n2) second\n\n\n')).toEqual([
    { kind: 'heading', inlines: [text('Hello')] },
    { kind: 'paragraph', inlines: [text('This goes on.')] },
    { kind: 'list', isOrdered: false, items: [[text('one more')], [text('two')], [text('never')]] },
    { kind: 'list', isOrdered: true, items: [[text('first')], [text('second')]] },
  ])
  expect(blocksOf('before\n- item')).toHaveLength(2)
  expect(blocksOf(' \r\n')).toEqual([])
})

test('A8 R32 bold, emphasis, links to pages and mailboxes; everything else is text', () => {
  expect(inlinesOf('a **b** *c* [d](https://e.example/f) g')).toEqual([
    text('a '),
    { kind: 'bold', text: 'b' },
    text(' '),
    { kind: 'emphasis', text: 'c' },
    text(' '),
    { kind: 'link', text: 'd', href: 'https://e.example/f' },
    text(' g'),
  ])
  for (const href of ['mailto:help@example.com', '/dash/account', 'HTTP://a.example'])
    expect(inlinesOf(`[x](${href})`)).toEqual([{ kind: 'link', text: 'x', href }])
  for (const raw of ['[x](javascript:alert(1))', '[x](//evil.example)', '[x](data:text/html,x)', '<img src=x onerror=y>'])
    expect(inlinesOf(raw).every(({ kind }) => kind === 'text')).toBe(true)
})
