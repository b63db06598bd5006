// @vitest-environment node
import { expect, test } from 'vitest'
import { nextPath, slugToSave } from './next-path.ts'

const nextOf = (next: string): string => nextPath(`?next=${encodeURIComponent(next)}`)

test('A3 logging in goes on to the page that was asked for', () => {
  expect(nextOf('/dash/send?a=1#b')).toBe('/dash/send?a=1#b')
  expect([nextOf('/appsumoforever'), nextOf('/zh/appsumoforever')]).toEqual(['/appsumoforever', '/zh/appsumoforever'])
  expect([nextPath(''), nextOf('/dash')]).toEqual(['/dash', '/dash'])
})

test('A7 Q14 who came to save a transfer goes on to it', () => {
  expect(nextPath('?save=Ab3dE6g')).toBe('/dash/transfers/Ab3dE6g')
  expect(nextPath('?save=Ab3dE6g&next=%2Fdash%2Fsend')).toBe('/dash/send')
  for (const save of ['', 'Ab3', '../login', 'Ab3dE6g/x', '//evil.test'])
    expect(nextPath(`?${new URLSearchParams({ save })}`), save).toBe('/dash')
})

test.each([
  ['save=Ab3dE6g&email=Anna%40b.uk', 'anna@b.uk', '/dash/transfers/Ab3dE6g'],
  ['save=Ab3dE6g', 'li@a.cn', '/dash/transfers/Ab3dE6g'],
  ['save=Ab3dE6g&email=anna%40b.uk', 'li@a.cn', '/dash'],
  ['next=%2Fdash%2Fsend&email=anna%40b.uk', 'li@a.cn', '/dash/send'],
])('A7 by %s an account of %s goes on to %s', (search, email, path) => {
  expect(nextPath(`?${search}`, email)).toBe(path)
})

test('A7 Q14 an account of another address goes on to the transfer that joined it all the same', () => {
  const search = '?save=Ab3dE6g&email=anna%40b.uk'
  expect(nextPath(search, 'li@a.cn', 'Ab3dE6g')).toBe('/dash/transfers/Ab3dE6g')
  expect(nextPath(search, 'li@a.cn', null)).toBe('/dash')
  expect(slugToSave(search)).toBe('Ab3dE6g')
  expect(slugToSave('?save=../login')).toBeNull()
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
    '//evil.test/appsumoforever',
    '/appsumoforever/x',
    '//',
  ]
  for (const trick of tricks) expect(nextOf(trick), trick).toBe('/dash')
  expect(nextOf('/dash//evil.test')).toBe('/dash//evil.test')
})
