/** More people for a transfer that was sent already: typed or pasted, each told at once whether it will do. */
import { Button } from '@mantine/core'
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { addressesIn } from './addresses.ts'
import classes from './people.module.css'
import type { TransferChanges } from './use-changes.ts'

type Props = {
  detail: TransferDetail
  changes: TransferChanges
  onClose: () => void
  onDone: (text: string) => void
}

/** As many as a line can name. */
const wrongShown = 5

export function AddPeople({ detail, changes, onClose, onDone }: Props) {
  const { t } = useTranslation('detail')
  const problemText = useProblemText()
  const id = useId()
  const [text, setText] = useState('')
  const { problem, wrong, isAsking, ask, mend } = useAsking({ hasFields: true })
  const {
    fresh,
    known,
    wrong: unclear,
  } = addressesIn(
    text,
    detail.recipients.map(({ email }) => email),
  )
  const count = fresh.length
  async function send(event: FormEvent) {
    event.preventDefault()
    if (count > 0 && (await ask(() => changes.add(fresh)))) onDone(t('added', { count }))
  }
  const notes = [count > 0 && t('addCount', { count }), known > 0 && t('addKnown', { count: known })].filter(Boolean)
  return (
    <form className={classes.form} onSubmit={(event) => void send(event)} noValidate aria-label={t('addTitle')}>
      <label htmlFor={id}>{t('addLabel')}</label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        inputMode="email"
        value={text}
        aria-describedby={`${id}-note`}
        aria-invalid={unclear.length > 0 || Object.keys(wrong).length > 0}
        onChange={(event) => {
          mend()
          setText(event.currentTarget.value)
        }}
      />
      <div id={`${id}-note`} aria-live="polite">
        <p className={classes.note}>{notes.length > 0 ? notes.join(' · ') : t('addHint')}</p>
        <p className={classes.note} data-bad>
          {unclear.length > 0 && t('addWrong', { text: unclear.slice(0, wrongShown).join(', ') })}
        </p>
      </div>
      <p className={classes.note} data-bad role="alert">
        {problem !== null && problemText(problem)}
      </p>
      <span className={classes.buttons}>
        <Button type="submit" h={44} disabled={count === 0} loading={isAsking}>
          {count === 0 ? t('add') : t('addSend', { count })}
        </Button>
        <Button variant="default" h={44} onClick={onClose}>
          {t('cancel')}
        </Button>
      </span>
    </form>
  )
}
