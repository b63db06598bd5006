// @vitest-environment node
import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

const nextOf = (next: string): string => nextPath(`?next=${encodeURIComponent(next)}`)

test('A3 logging in goes on to the page that was asked for', () => {
  expect(nextOf('/dash/send?a=1#b')).toBe('/dash/send?a=1#b')
  expect([nextPath(''), nextOf('/dash')]).toEqual(['/dash', '/dash'])
})

test('R35 `next` leads nowhere but to the logged-in area of this site', () => {
  const tricks = [
    '//evil.test',
    '//evil.test/dash/send',
    '/\\evil.test/dash',
    'https://evil.test/dash/send',
    'javascript:alert(1)',
    'dash',
    '/dash/../login',
    '/dash/%2e%2e/login',
    '/dashboard',
    '/dash\t/../../x',
    ' /dash',
  ]
  for (const trick of tricks) expect(nextOf(trick), trick).toBe('/dash')
  expect(nextOf('/dash//evil.test')).toBe('/dash//evil.test')
})
