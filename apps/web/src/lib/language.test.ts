// @vitest-environment node
import { expect, test } from 'vitest'
import { pathIn, pathLanguage } from './language.ts'

test('I1 public pages have an address in each language, other pages follow the reader', () => {
  expect(['/', '/register', '/login/', '/zh', '/zh/', '/zh/login', '/zh/nothing'].map(pathLanguage)).toEqual([
    'en',
    'en',
    'en',
    'zh',
    'zh',
    'zh',
    'zh',
  ])
  expect(['/yy/', '/yy/login', '/en/', '/en/login'].map(pathLanguage)).toEqual([null, null, null, null])
  expect(['/w/abc', '/zhong', '/dash', '/dash/send', '/logins'].map(pathLanguage)).toEqual([null, null, null, null, null])
})

test('I1 a page is found in the other language', () => {
  expect([pathIn('/', 'zh'), pathIn('/register', 'zh'), pathIn('/login', 'en')]).toEqual(['/zh/', '/zh/register', '/login'])
  expect([pathIn('/zh', 'en'), pathIn('/zh/login', 'en'), pathIn('/zh/nothing', 'en')]).toEqual(['/', '/login', '/nothing'])
  expect([pathIn('/d/abc/tok', 'zh'), pathIn('/dash/send', 'zh')]).toEqual(['/d/abc/tok', '/dash/send'])
})
