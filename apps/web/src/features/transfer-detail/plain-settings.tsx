/** What a transfer is called, what its people read, and how often it may be downloaded. */
import { messageMaxChars } from '@sampan/contract/limits'
import { messageLength } from '@sampan/contract/rules/message'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { LineFields } from '../../product/transfers/line-fields.tsx'
import { limitText } from '../../product/transfers/typed-values.ts'
import { TextField } from '../../ui/text-field.tsx'
import { type SettingProps, useWrong } from './setting.ts'
import classes from './settings.module.css'

export function LineSettings({ transfer, draft, wrong, change }: SettingProps) {
  const wrongOf = useWrong({ wrong })
  return (
    <LineFields
      values={{ ...transfer, ...draft }}
      placeholders={{ title: transfer.fileName }}
      errorOf={wrongOf}
      onChange={change}
    />
  )
}

export function MessageSetting({ transfer, draft, faults, wrong, change }: SettingProps) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const id = useId()
  const error = useWrong({ wrong })('message')
  const message = draft.message ?? transfer.message
  const isOver = faults.includes('longMessage')
  const slots = { number: format.number(messageLength(message)), limit: format.number(messageMaxChars) }
  return (
    <div className={classes.block}>
      <label htmlFor={id}>{t('messageLabel')}</label>
      <textarea
        id={id}
        name="message"
        rows={4}
        dir="auto"
        value={message}
        aria-invalid={isOver || Boolean(error)}
        aria-describedby={`${id}-note`}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      <p id={`${id}-note`} className={classes.note} data-error={isOver || error ? true : undefined}>
        {error ?? t('messageCount', slots)}
      </p>
    </div>
  )
}

export function LimitSetting({ transfer, draft, faults, wrong, change }: SettingProps) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const wrongOf = useWrong({ wrong })
  return (
    <TextField
      label={t('limitLabel')}
      name="downloadLimit"
      inputMode="numeric"
      autoComplete="off"
      value={draft.downloadLimit ?? limitText(transfer.downloadLimit)}
      onChange={(event) => change({ downloadLimit: event.currentTarget.value })}
      hint={t('limitHint', { number: format.number(transfer.countedDownloads) })}
      error={wrongOf('downloadLimit') ?? (faults.includes('wrongLimit') && t('limitWrong'))}
    />
  )
}
