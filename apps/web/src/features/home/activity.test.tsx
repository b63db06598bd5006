/** The feed names who did what with which transfer, between the words of each language's sentence. */
import type { Activity } from '@sampan/contract/routes/activity'
import { overview as en } from '@sampan/texts/languages/en/app/overview'
import { overview as zh } from '@sampan/texts/languages/zh/app/overview'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { ActivityFeed } from './activity.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'overview', en)
i18ns.zh.addResourceBundle('zh', 'overview', zh)

const at = 1_800_000_000_000
const visitor = {
  id: '1',
  kind: 'downloaded',
  at,
  slug: 'abc',
  transferName: '报价单.xlsx',
  name: null,
  email: null,
  actor: 'visitor',
}
const activities = [visitor, { ...visitor, id: '2', name: '王丽', email: 'li@example.com', actor: 'recipient' }]

const textOf = (language: keyof typeof i18ns): string => {
  const client = new QueryClient()
  client.setQueryData(['transfers', 'activity'], { activities: activities as unknown as Activity[] })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <I18nextProvider i18n={i18ns[language]}>
        <MemoryRouter>
          <ActivityFeed now={at} />
        </MemoryRouter>
      </I18nextProvider>
    </QueryClientProvider>,
  )
  return html.replace(/<[^>]+>/g, '')
}

test.each([
  ['en', 'Someone with the link', '王丽'],
  ['zh', '持有链接的访客', '王丽'],
] as const)('T1 who did it and the transfer are named: %s', (language, stranger, known) => {
  const text = textOf(language)
  for (const who of [stranger, known]) expect(text).toContain(who)
  expect(text.split('报价单.xlsx')).toHaveLength(activities.length + 1)
})
