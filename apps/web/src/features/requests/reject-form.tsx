/** Why something is sent back: mailed to whoever sent it, and shown beside the document, which is asked for again. */
import { Button } from '@mantine/core'
import type { ReceivedFile } from '@sampan/contract/routes/request-grid'
import { baseName } from '@sampan/contract/rules/file-path'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import fields from './form.module.css'
import classes from './windows.module.css'

type Props = {
  files: readonly ReceivedFile[]
  isMailed: boolean
  maxChars: number
  onCancel: () => void
  onReject: (reason: string) => Promise<unknown>
}

export function RejectForm({ files, isMailed, maxChars, onCancel, onReject }: Props) {
  const { t } = useTranslation('received')
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [isSending, setSending] = useState(false)
  useEffect(() => area.current?.focus(), [])
  async function submit(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    await onReject(reason.trim())
    setSending(false)
  }
  const [first] = files
  const title =
    files.length === 1 && first ? t('rejectTitle', { name: baseName(first.path) }) : t('rejectSome', { count: files.length })
  return (
    <form className={classes.reject} onSubmit={(event) => void submit(event)} aria-label={title}>
      <label htmlFor={id}>{title}</label>
      <textarea
        ref={area}
        id={id}
        className={fields.area}
        rows={3}
        maxLength={maxChars}
        placeholder={t('reasonHint')}
        aria-describedby={`${id}-note`}
        value={reason}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isSending) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p id={`${id}-note`} className={fields.note}>
        {t(isMailed ? 'rejectText' : 'rejectTextUnmailed')} <span className={fields.keys}>{t('rejectKeys')}</span>
      </p>
      <div className={classes.buttons}>
        <Button variant="default" h={44} onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" h={44} loading={isSending}>
          {t('rejectSend')}
        </Button>
      </div>
    </form>
  )
}
