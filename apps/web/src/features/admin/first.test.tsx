import { MantineProvider } from '@mantine/core'
import { admin as en } from '@sampan/texts/languages/en/app/admin'
import { admin as zh } from '@sampan/texts/languages/zh/app/admin'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Act } from './audit.tsx'
import { FirstDone } from './first.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'admin', en)
i18ns.zh.addResourceBundle('zh', 'admin', zh)

const drawn = (language: keyof typeof i18ns, content: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <MemoryRouter>{content}</MemoryRouter>
      </I18nextProvider>
    </MantineProvider>,
  )
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to)

test.each([
  ['en', 'does not open by a password alone'],
  ['zh', '仅凭密码无法进入'],
] as const)('O11 %s: a new operator without a second step is led to it, and told why; any other to Admin', (language, why) => {
  const unsecured = drawn(language, <FirstDone isUnsecured />)
  expect(linksOf(unsecured)).toEqual(['/dash/account/security#second-step'])
  expect(unsecured).toContain(why)
  const secured = drawn(language, <FirstDone isUnsecured={false} />)
  expect(linksOf(secured)).toEqual(['/admin'])
  expect(secured).not.toContain(why)
})

test.each([
  ['en', 'planGiven', 'business', 'Business'],
  ['zh', 'planGiven', 'business', '商务'],
  ['zh', 'planTakenBack', 'team', '团队'],
  ['zh', 'suspended', 'business', 'business'],
] as const)('O11 %s: %s is written down with %j, and read as “%s”', (language, act, detail, said) => {
  const row = { _id: 'a', at: 0, by: 'op@example.com', isByCommand: false, act, about: 'li@example.com', detail }
  expect(drawn(language, <Act act={row} />)).toContain(`<span>${said}</span>`)
})

test('O11 places and log-ins are counted each by itself', () => {
  const said = (language: keyof typeof i18ns, sessions: number, logIns: number) => {
    const { t } = i18ns[language]
    return t('placesAndLogIns', {
      ns: 'admin',
      places: t('sessions', { ns: 'admin', count: sessions, number: String(sessions) }),
      logIns: t('logIns', { ns: 'admin', count: logIns, number: String(logIns) }),
    })
  }
  expect([said('en', 1, 1), said('en', 2, 1)]).toEqual(['1 place now, 1 log-in in all', '2 places now, 1 log-in in all'])
  expect(said('zh', 1, 3)).toBe('目前在 1 处登录，累计登录 3 次')
})
