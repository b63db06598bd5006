import { MantineProvider } from '@mantine/core'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { received as en } from '@sampan/texts/languages/en/app/received'
import { received as zh } from '@sampan/texts/languages/zh/app/received'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Remind } from './request-head.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'received', en)
i18ns.zh.addResourceBundle('zh', 'received', zh)

function button(language: keyof typeof i18ns, secondsAgo: number | null) {
  const awaitedRemindedAt = secondsAgo === null ? null : 1_000_000 - secondsAgo * 1000
  const detail = { request: { status: 'open' }, counts: { awaited: 2, awaitedRemindedAt } } as unknown as RequestDetail
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <Remind detail={detail} now={1_000_000} onAct={() => {}} />
      </I18nextProvider>
    </MantineProvider>,
  )
  return { text: html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, ''), isDisabled: html.includes('disabled=""') }
}

test.each([
  ['en', 'Reminded, again in 10 minutes', 'Reminded, again in 1 minute'],
  ['zh', '刚刚提醒过，10分钟后可再次提醒', '刚刚提醒过，1分钟后可再次提醒'],
] as const)('R3 %s: a button that rests says when they can be reminded again', (language, first, last) => {
  expect(button(language, 0)).toEqual({ text: first, isDisabled: true })
  expect(button(language, 599)).toEqual({ text: last, isDisabled: true })
  expect(button(language, 600).isDisabled).toBe(false)
  expect(button(language, null).isDisabled).toBe(false)
})
