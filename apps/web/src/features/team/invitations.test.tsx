import { MantineProvider } from '@mantine/core'
import type { Team } from '@sampan/contract/routes/teams'
import { team as en } from '@sampan/texts/languages/en/app/team'
import { team as zh } from '@sampan/texts/languages/zh/app/team'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Invitations } from './invitations.tsx'
import type { TeamActs } from './queries.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'team', en)
i18ns.zh.addResourceBundle('zh', 'team', zh)

const buttons = (language: keyof typeof i18ns, state: 'invited' | 'declined' | 'expired') => {
  const invitation = { _id: 'a', email: 'dora@example.com', role: 'member', state, expiresAt: 0, createdAt: 0 }
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <Invitations team={{ invitations: [invitation] } as unknown as Team} acts={{} as TeamActs} say={() => {}} />
      </I18nextProvider>
    </MantineProvider>,
  )
  return [...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text)
}

test.each([
  ['en', 'Mail again', 'Take back', 'Remove'],
  ['zh', '重新发送', '撤回', '移除'],
] as const)(
  'M1 %s: an open invitation is taken back, one that was declined is only removed from the list',
  (language, again, back, remove) => {
    expect(buttons(language, 'invited')).toEqual([again, back])
    expect(buttons(language, 'expired')).toEqual([again, back])
    expect(buttons(language, 'declined')).toEqual([remove])
  },
)
