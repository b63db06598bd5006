// @vitest-environment node

import { team as en } from '@sampan/texts/languages/en/app/team'
import { team as zh } from '@sampan/texts/languages/zh/app/team'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { addressesOf, toldOf } from './invite-form.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'team', en)
i18ns.zh.addResourceBundle('zh', 'team', zh)
const skipped = ['me@example.com', 'li@example.com'].map((email) => ({ email, code: 'memberAlready' as const }))

test.each([
  ['en', ['a@example.com'], [], '1 person is invited.'],
  ['en', [], skipped, 'Left out, because they are in the team or invited already: me@example.com, li@example.com'],
  [
    'en',
    ['a@example.com', 'b@example.com'],
    skipped.slice(0, 1),
    '2 people are invited. Left out, because they are in the team or invited already: me@example.com',
  ],
] as const)('M1 %s: who of %j is invited is said, and who was left out', (language, invited, left, said) => {
  expect(toldOf({ invited: [...invited], skipped: [...left] }, i18ns[language].getFixedT(language, 'team'), language)).toBe(said)
})

test('M1 of a CSV each address is taken, in whatever column, and a mistyped one is not lost in silence', () => {
  const csv = 'Name,Mail\r\n"Wei, Li",li@example.com\r\nBen,"BEN@Example.com"\r\nMia,mia@example'
  expect(addressesOf(csv)).toEqual(['li@example.com', 'ben@example.com', 'mia@example'])
})
