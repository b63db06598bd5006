/** The code of the authenticator app, or one to recover with: a field that phones fill in and pasting works in. */
import type { FieldCode } from '@sampan/contract/errors'
import { recoveryCodes, stepCodeLength } from '@sampan/contract/limits'
import { errorText, fieldText } from '@sampan/texts/errors'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { TextField } from '../../ui/text-field.tsx'

/** `isRefused`: it is no code of this account now; `wrong`: it is no code at all. */
type Props = { isRecovery: boolean; isRefused: boolean; wrong?: FieldCode | undefined; hint?: ReactNode; onChange: () => void }

/** Without `key` the field would keep what was typed for the other one. */
export function StepCodeField({ isRecovery, isRefused, wrong, ...props }: Props) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const errorOf = (code: FieldCode): string => {
    if (code !== 'invalid') return fieldText(code, language)
    return isRecovery ? t('recoveryCodeWhole', { count: recoveryCodes.length }) : t('stepCodeWhole', { count: stepCodeLength })
  }
  return (
    <TextField
      {...props}
      error={isRefused ? errorText('secondFactorWrong', {}, language) : wrong && errorOf(wrong)}
      key={isRecovery ? 'recovery' : 'app'}
      label={t(isRecovery ? 'recoveryCode' : 'stepCode', { count: stepCodeLength })}
      name="code"
      type="text"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize={isRecovery ? 'characters' : 'none'}
      spellCheck={false}
      maxLength={40}
      autoFocus
    />
  )
}
