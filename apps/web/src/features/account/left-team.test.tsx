import { profile as en } from '@sampan/texts/languages/en/app/profile'
import { profile as zh } from '@sampan/texts/languages/zh/app/profile'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { actFor } from '../../product/session/acting.ts'
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
