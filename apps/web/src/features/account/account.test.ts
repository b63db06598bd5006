// @vitest-environment node
import type { User } from '@sampan/contract/routes/accounts'
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

test('T8 M1 who acts for a team has no bills and no domain, and who leads nobody no team to lead', () => {
  const texts = (role?: 'admin' | 'member', isOperator = false) => {
    const team = role ? ({ role } as User['team']) : null
    return menuPages({ isTeamMember: role !== undefined, isOperator, team }).map(({ text }) => text)
  }
  expect(texts()).toEqual(expect.arrayContaining(['accountBilling', 'accountDomain', 'accountTeams']))
  expect(texts('admin')).toEqual(texts().filter((text) => text !== 'accountBilling' && text !== 'accountDomain'))
  const ofLeaders = ['analytics', 'accountTeams', 'accountCustomize', 'webhooks']
  // O11: whoever runs the service has its pages besides.
  expect(texts('admin', true)).toEqual([...texts('admin'), 'admin'])
  expect(texts('member')).toEqual(texts('admin').filter((text) => !ofLeaders.includes(text)))
})

test('I1 a chosen language is known by its cookie, on http and https', () => {
  expect(hasChosenLanguage('a=b; sampan_lang=zh')).toBe(true)
  expect(hasChosenLanguage('__Host-sampan_lang=en')).toBe(true)
  expect(hasChosenLanguage('my_sampan_lang=en; sampan_browser=x')).toBe(false)
})
