import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../../lib/i18n.ts'
import { type Form, newForm } from '../form/form.ts'
import { OptionsField } from './options-field.tsx'
import { PasswordHint } from './options-panel.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
const account = { _id: 'anna' } as Form['account']

test.each([
  ['en', 'Type the password again', 'No password'],
  ['zh', '请重新输入密码', '不设密码'],
] as const)('Q20 %s: the wish for a password comes back with the draft, and its field asks for it', (language, again, waive) => {
  const drawn = (change: Partial<Form>) => {
    const form = { ...newForm(), account, ...change }
    return renderToStaticMarkup(
      <I18nextProvider i18n={i18ns[language]}>
        <OptionsField form={form} dispatch={() => {}} />
        <PasswordHint form={form} dispatch={() => {}} />
      </I18nextProvider>,
    )
  }
  expect(drawn({ needsPassword: true }).split(again)).toHaveLength(3)
  expect(drawn({ needsPassword: true })).toContain(waive)
  expect(drawn({ needsPassword: false })).not.toContain(again)
})
