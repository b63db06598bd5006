import { MantineProvider } from '@mantine/core'
import { account as en } from '@sampan/texts/languages/en/app/account'
import { account as zh } from '@sampan/texts/languages/zh/app/account'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { wrongStepCode } from './step-code.ts'
import { StepCodeField } from './step-code-field.tsx'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'account', en)
i18ns.zh.addResourceBundle('zh', 'account', zh)

test.each([
  ['en', '12', false, 'Type all 6 digits.'],
  ['en', 'abcd', true, 'Type all 12 characters of the recovery code.'],
  ['en', '', false, 'Please fill this in.'],
  ['zh', '12', false, '请输入全部 6 位数字。'],
  ['zh', 'abcd', true, '请输入恢复码的全部 12 个字符。'],
] as const)('A10 %s: of "%s" the field says what is missing', (language, typed, isRecovery, said) => {
  const wrong = wrongStepCode(typed, isRecovery) ?? undefined
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <StepCodeField isRecovery={isRecovery} isRefused={false} wrong={wrong} onChange={() => {}} />
      </I18nextProvider>
    </MantineProvider>,
  )
  expect(html).toContain(said)
})
