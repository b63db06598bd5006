import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { LimitUnpaid } from './limit-unpaid.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }

test.each([
  ['en', undefined, 'Your plan is waiting for a payment', 'Add a payment method that works'],
  ['en', true, 'A payment did not go through', 'Add a payment method that works'],
  ['en', false, 'Your trial has expired', 'Please add a payment method to re-activate'],
  ['zh', undefined, '您的方案有待付款', '添加可用的付款方式'],
  ['zh', true, '有一笔付款未成功', '添加可用的付款方式'],
  ['zh', false, '您的试用已到期', '请添加付款方式以重新启用'],
] as const)('Q16 P5 %s, a card is kept: %s: %s', (language, hasCard, which, text) => {
  const queries = new QueryClient()
  if (hasCard !== undefined) queries.setQueryData(['billing', 'card'], hasCard)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <I18nextProvider i18n={i18ns[language]}>
        <LimitUnpaid team={null} />
      </I18nextProvider>
    </QueryClientProvider>,
  )
  expect(html).toContain(`>${which}</p>`)
  expect(html).toContain(`<p>${text}`)
})

test.each([
  ['en', 'The plan of Harbour is waiting for a payment', 'Only the owner of the team can pay it'],
  ['zh', 'Harbour 的方案有待付款', '只有团队所有者可以付款'],
] as const)('Q16 P5 M1 %s: whoever acts for a team is told whose payment is missing, not to pay', (language, which, text) => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18ns[language]}>
      <LimitUnpaid team="Harbour" />
    </I18nextProvider>,
  )
  expect(html).toContain(`>${which}</p>`)
  expect(html).toContain(`<p>${text}`)
})
