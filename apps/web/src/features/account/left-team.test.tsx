import type { User } from '@sampan/contract/routes/accounts'
import { profile as en } from '@sampan/texts/languages/en/app/profile'
import { profile as zh } from '@sampan/texts/languages/zh/app/profile'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { actFor } from '../../product/session/acting.ts'
import { changeUser } from '../../product/session/session.ts'
import { LeftTeam } from './left-team.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'profile', en)
i18ns.zh.addResourceBundle('zh', 'profile', zh)

afterEach(() => vi.unstubAllGlobals())

/** What the page says that somebody is led to. */
function told(language: keyof typeof i18ns, why?: 'removed' | 'left'): string {
  let next = ''
  vi.stubGlobal('location', { assign: (to: string) => (next = to) })
  actFor(null, why)
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <MemoryRouter initialEntries={[next]}>
        <LeftTeam />
      </MemoryRouter>
    </I18nextProvider>,
  )
}

test.each([
  ['en', 'You have left the team.', 'You are no longer in the team'],
  ['zh', '您已退出团队', '您已不在刚才的团队中'],
] as const)('M1 M3 %s: whoever has left a team reads so, and not as somebody who was taken out', (language, left, removed) => {
  expect(told(language, 'left')).toContain(left)
  expect(told(language, 'left')).not.toContain(removed)
  expect(told(language, 'removed')).toContain(removed)
  expect(told(language)).toBe('')
})

/** A tab whose session is gone on with: what it said last, what it says now, and where the tab is led. */
function tabAt(pathname: string) {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const ledTo: string[] = []
  vi.stubGlobal('location', { pathname, assign: (to: string) => ledTo.push(to) })
  const team = { ownerId: 'root', name: 'Harbour Ltd', role: 'member', plan: 'business', status: 'active', folderSize: 7 }
  const says = (_id: string, isIn: boolean) =>
    changeUser({ _id, plan: 'free', parentAdminID: null, team: isIn ? team : null } as unknown as User)
  kept.set('sampan.team', 'root')
  says('me', true)
  return { kept, ledTo, says }
}
const drawnAt = (language: keyof typeof i18ns, at: string) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <MemoryRouter initialEntries={[at]}>
        <LeftTeam />
      </MemoryRouter>
    </I18nextProvider>,
  )
const named = {
  en: 'You are no longer in the team of Harbour Ltd; you act as yourself now',
  zh: '您已不在 Harbour Ltd 的团队中，现在以您自己的账户',
}

test.each(['en', 'zh'] as const)(
  'M1 M3 %s: whoever was taken out while nobody looked is told by the next page, with the team’s name',
  (language) => {
    const { kept, ledTo, says } = tabAt('/dash/transfers')
    says('me', false)
    expect([kept.has('sampan.team'), ledTo]).toEqual([false, ['/dash?left=1']])
    expect(drawnAt(language, ledTo[0]!)).toContain(named[language])
    expect(drawnAt(language, '/dash/transfers')).toBe('')
    says('me', false)
    expect(ledTo).toHaveLength(1)
  },
)

test('M1 M3 a page outside of the area leads nobody away: the next one in it tells', () => {
  const { kept, ledTo, says } = tabAt('/pricing')
  says('me', false)
  expect([kept.has('sampan.team'), ledTo]).toEqual([false, []])
  expect(drawnAt('en', '/dash/transfers')).toContain(named.en)
})

test('M1 M3 somebody else who logs in in that tab is told nothing', () => {
  const { kept, ledTo, says } = tabAt('/login')
  says('other', false)
  expect([kept.has('sampan.team'), ledTo, drawnAt('en', '/dash')]).toEqual([false, [], ''])
})
