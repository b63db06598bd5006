// @vitest-environment node
import { expect, test } from 'vitest'
import { above, upTo, writtenOut } from './breakpoints.ts'

test('a style sheet and a script name the same width, and a name that is none is refused', () => {
  expect(writtenOut('(--up-to-phone) and (hover: none)')).toBe(`${upTo('phone')} and (hover: none)`)
  expect(writtenOut('(--above-tablet)')).toBe(above('tablet'))
  expect([upTo('phone'), above('phone')]).toEqual(['(max-width: 699px)', '(min-width: 700px)'])
  expect(() => writtenOut('(--up-to-phon)')).toThrow('--up-to-phon')
})
