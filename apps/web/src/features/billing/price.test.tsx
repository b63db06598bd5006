import { billing } from '@sampan/texts/languages/en/app/billing'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Price } from './price.tsx'

const i18n = await createI18n('en')
i18n.addResourceBundle('en', 'billing', billing)
const shown = (reducedCents: number) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Price period="monthly" cents={2900} reducedCents={reducedCents} />
    </I18nextProvider>,
  ).replace(/<[^>]*>/g, '')

test('P3 a reduced price is read out in words that stand apart, a whole one alone', () => {
  expect(shown(2000)).toBe('Before the discount: $29 $20 a month')
  expect(shown(2900)).toBe('$29 a month')
})
