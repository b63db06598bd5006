// @vitest-environment node
import { expect, test } from 'vitest'
import { pathIn, pathLanguage } from './language.ts'

test('I1 the home page has an address in each language, other pages follow the reader', () => {
  expect(['/', '/zh', '/zh/', '/w/abc', '/zhong'].map(pathLanguage)).toEqual(['en', 'zh', 'zh', null, null])
  expect(pathIn('/', 'zh')).toBe('/zh/')
  expect(pathIn('/zh', 'en')).toBe('/')
  expect(pathIn('/d/abc/tok', 'zh')).toBe('/d/abc/tok')
})
