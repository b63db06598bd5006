/** What the page of a team says of its next owner and of whose sending pauses, and to whom. */
import { MantineProvider } from '@mantine/core'
import type { User } from '@sampan/contract/routes/accounts'
import type { Team } from '@sampan/contract/routes/teams'
import type { TeamRole } from '@sampan/contract/rules/teams'
import { team as en } from '@sampan/texts/languages/en/app/team'
import { team as zh } from '@sampan/texts/languages/zh/app/team'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Members } from './members.tsx'
import type { TeamActs } from './queries.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'team', en)
i18ns.zh.addResourceBundle('zh', 'team', zh)
const person = (userId: string, role: TeamRole, isPaused = false) => ({
  userId,
  role,
  isPaused,
  email: `${userId}@example.com`,
  fullName: userId,
  profilePic: '',
  joinedAt: 0,
})
const team: Team = {
  ownerId: 'root',
  name: 'Harbour',
  role: 'owner',
  seats: 2,
  seatsLeft: 0,
  logInBy: null,
  mayRuleLogIn: true,
  members: [person('anna', 'owner'), person('ben', 'admin'), person('li', 'member', true)],
  invitations: [],
  handover: null,
}

function shown(language: keyof typeof i18ns, as: string, some: Partial<Team> = {}): string {
  vi.stubGlobal('document', { querySelector: () => null })
  const role = team.members.find(({ userId }) => userId === as)!.role
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <MemoryRouter>
          <Members team={{ ...team, role, ...some }} user={{ _id: as } as User} acts={{} as TeamActs} say={() => {}} />
        </MemoryRouter>
      </I18nextProvider>
    </MantineProvider>,
  )
  vi.unstubAllGlobals()
  return html
}

test.each([
  ['en', 'Sending paused', 'Choose a larger plan, or remove somebody', 'or you remove somebody', 'Ask Harbour for a larger plan'],
  ['zh', '已暂停发送', '请升级方案，或移除成员', '您也可以移除成员', '请联系 Harbour 升级方案'],
] as const)('M1 %s: whose sending pauses is marked, and each reads what helps', (language, mark, owner, admin, paused) => {
  for (const [as, words] of [['anna', owner] as const, ['ben', admin] as const, ['li', paused] as const]) {
    const html = shown(language, as)
    expect(html.split(mark)).toHaveLength(2)
    expect(html).toContain(words)
  }
  const full = shown(language, 'anna', { members: team.members.map((one) => ({ ...one, isPaused: false })) })
  for (const words of [mark, owner]) expect(full).not.toContain(words)
})

test.each([
  ['en', 'Hand the team over', 'ben is asked to take the team over', 'Take back', 'You are asked to take this team over'],
  ['zh', '移交团队', '已请 ben 接管团队', '撤回', '所有者请您接管此团队'],
] as const)(
  'M1 %s: the owner hands the team over or takes it back, and whom they named is told',
  (language, hand, asked, back, told) => {
    const handover = { userId: 'ben', expiresAt: 0 }
    expect(shown(language, 'anna')).toContain(hand)
    expect(shown(language, 'anna', { members: [team.members[0]!] })).not.toContain(hand)
    const open = shown(language, 'anna', { handover })
    for (const words of [asked, back]) expect(open).toContain(words)
    expect(shown(language, 'ben', { handover })).toContain(told)
    for (const words of [hand, asked, told]) expect(shown(language, 'li')).not.toContain(words)
  },
)
