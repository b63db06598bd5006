/** Where a webhook leads. */
import type { FieldCode } from '@sampan/contract/errors'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { fieldText } from '@sampan/texts/errors'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { TextField } from '../../ui/text-field.tsx'

type Props = { value: string; onChange: (value: string) => void; wrong: FieldCode | undefined; mayBePrivate: boolean }

export function AddressField({ value, onChange, wrong, mayBePrivate }: Props) {
  const { t } = useTranslation('webhooks')
  const language = useLanguage()
  return (
    <TextField
      label={t('url')}
      name="url"
      type="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={webhookLimits.urlChars}
      placeholder="https://example.com/hooks"
      value={value}
      hint={t(mayBePrivate ? 'urlHintPrivate' : 'urlHint')}
      error={wrong === 'invalid' ? t('urlWrong') : wrong && fieldText(wrong, language)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
