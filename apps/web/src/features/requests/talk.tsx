/** What was written, by both, in the order of time; and a line to answer with. */
import { Button } from '@mantine/core'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestSupplier } from '@sampan/contract/routes/request-grid'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { agoText } from '../../lib/times.ts'
import fields from './form.module.css'
import { nameOf } from './grid-rules.ts'
import { linesOf } from './talk-lines.ts'
import classes from './windows.module.css'

type Props = { supplier: RequestSupplier; now: number; onSay: (text: string) => Promise<boolean> }

export function Talk({ supplier, now, onSay }: Props) {
  const { t } = useTranslation('received')
  const format = useFormat()
  const language = useLanguage()
  const lines = linesOf(supplier)
  const theirs = nameOf(supplier) || t('someone')
  return (
    <>
      <h3 className={classes.heading}>{t('talk')}</h3>
      {lines.length === 0 && <p className={classes.text}>{t('talkNothing')}</p>}
      <ul className={classes.talk} aria-label={t('talk')}>
        {lines.map(({ key, by, text, at, isMessage, isWithdrawal }) => (
          <li key={key} data-by={by}>
            <small title={format.dateTime(new Date(at))}>
              {[by === 'requester' ? t('you') : theirs, isMessage && t('withFiles'), agoText(at, now, language) ?? t('justNow')]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <p>{isWithdrawal ? t('tookBackNamed', { name: text }) : text}</p>
          </li>
        ))}
      </ul>
      <Answer isMailed={supplier.email !== null} onSay={onSay} />
    </>
  )
}

function Answer({ isMailed, onSay }: { isMailed: boolean; onSay: Props['onSay'] }) {
  const { t } = useTranslation('received')
  const id = useId()
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!text.trim()) return
    setSending(true)
    if (await onSay(text.trim())) setText('')
    setSending(false)
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <div className={fields.field}>
        <label htmlFor={id}>{t('comment')}</label>
        <textarea
          id={id}
          className={fields.area}
          rows={2}
          maxLength={requestLimits.commentChars}
          aria-describedby={`${id}-note`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p id={`${id}-note`} className={fields.note}>
          {t(isMailed ? 'commentHint' : 'commentHintUnmailed')}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button type="submit" variant="default" h={44} disabled={!text.trim()} loading={isSending}>
          {t('commentSend')}
        </Button>
      </div>
    </form>
  )
}
