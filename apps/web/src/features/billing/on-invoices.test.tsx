import { billing as en } from '@sampan/texts/languages/en/app/billing'
import { billing as zh } from '@sampan/texts/languages/zh/app/billing'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Lines } from './on-invoices.tsx'

const none = { company: '', line1: '', line2: '', city: '', postalCode: '', state: '', country: '', taxNumber: '' }
const said = { ...none, company: 'Reed Boats', line1: 'Hafenweg 3', city: 'Hamburg', postalCode: '20457', country: 'DE' }

test.each([
  ['en', en, none, [en.onInvoicesNone]],
  ['zh', zh, none, [zh.onInvoicesNone]],
  ['en', en, said, ['Reed Boats\nHafenweg 3\n20457 Hamburg\nGermany']],
  ['zh', zh, { ...said, taxNumber: 'DE123456789' }, ['20457 Hamburg\n德国', '税号：DE123456789']],
  ['en', en, { ...none, taxNumber: '12/345/67890' }, ['<p>VAT or tax number: 12/345/67890</p>']],
] as const)('P3 %s: what stands on the invoices is shown as it is said: %#', async (language, texts, details, lines) => {
  const i18n = await createI18n(language)
  i18n.addResourceBundle(language, 'billing', texts)
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Lines details={details} />
    </I18nextProvider>,
  )
  for (const line of lines) expect(html).toContain(line)
  if (details !== none) expect(html).not.toContain(texts.onInvoicesNone)
})
