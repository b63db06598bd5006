// @vitest-environment node
import { expect, test } from 'vitest'
import { buttonName, menuPages } from './account-menu.tsx'
import { fullnessOf } from './usage.ts'
import { hasChosenLanguage } from './use-account-language.ts'

test.each([
  [0, 'free'],
  [89_999, 'free'],
  [90_000, 'almostFull'],
  [99_999, 'almostFull'],
  [100_000, 'full'],
  [120_000, 'full'],
])('T1 %i of 100000 bytes: %s', (folderSize, fullness) => {
  expect(fullnessOf({ folderSize, storageBytes: 100_000 })).toBe(fullness)
})

test.each([
  ['Alexandra Northmill', 'a@example.com', 'Alexan…'],
  ['Robert', 'r@example.com', 'Robert'],
  ['李伟', 'li@example.cn', '李伟'],
  ['', 'li.wei@example.cn', 'li.wei'],
  [' ', 'purchasing@example.cn', 'purcha…'],
])('T8 the button of %j, %s says %s', (fullName, email, text) => {
  expect(buttonName({ fullName, email })).toBe(text)
})

test('T8 who belongs to a team has no bills', () => {
  const texts = (isTeamMember: boolean) => menuPages({ isTeamMember }).map(({ text }) => text)
  expect(texts(false)).toContain('accountBilling')
  expect(texts(true)).toEqual(texts(false).filter((text) => text !== 'accountBilling'))
})

test('I1 a chosen language is known by its cookie, on http and https', () => {
  expect(hasChosenLanguage('a=b; sampan_lang=zh')).toBe(true)
  expect(hasChosenLanguage('__Host-sampan_lang=en')).toBe(true)
  expect(hasChosenLanguage('my_sampan_lang=en; sampan_browser=x')).toBe(false)
})
