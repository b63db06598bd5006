import { billing as en } from '@sampan/texts/languages/en/app/billing'
import { billing as zh } from '@sampan/texts/languages/zh/app/billing'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { TeamAfter } from './cancel-plan.tsx'

const person = { _id: 'p', email: 'p@example.com', fullName: 'P', profilePic: '', finished_onboarding: true }
const teamOf = (count: number) => ({ members: Array.from({ length: count }, () => person) })

test.each([
  ['en', en, 'Your team has 4 people, and Free has one seat, your own', 'Pro has 2 seats, yours included'],
  ['zh', zh, '您的团队有 4 人，而免费方案含您在内只有 1 个席位', '专业方案含您在内只有 2 个席位'],
] as const)(
  'P3 M1 %s: before a plan is cancelled its owner reads who of the team sends nothing then; not where all keep a seat',
  async (language, texts, free, pro) => {
    const i18n = await createI18n(language)
    i18n.addResourceBundle(language, 'billing', texts)
    const shown = (count: number, role: 'free' | 'pro') =>
      renderToStaticMarkup(
        <I18nextProvider i18n={i18n}>
          <TeamAfter team={teamOf(count)} role={role} />
        </I18nextProvider>,
      )
    expect(shown(4, 'free')).toContain(free)
    expect(shown(4, 'pro')).toContain(pro)
    expect([shown(1, 'free'), shown(2, 'pro')]).toEqual(['', ''])
  },
)
