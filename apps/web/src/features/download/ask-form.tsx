/** What is asked of the sender of a link (X2): by whom, and in which words. */
import { Button } from '@mantine/core'
import { messageMaxChars } from '@sampan/contract/limits'
import { fitsMessage, messageLength } from '@sampan/contract/rules/message'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import classes from '../../ui/link-form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import type { useRequestTime } from './queries.ts'

/** The same fields as the server wrote them, for who was typing before the page was hydrated. */
const begunIn = (name: string): string =>
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#server-content #request-${name}`)?.value ?? ''

type Props = {
  request: ReturnType<typeof useRequestTime>
  /** Of the recipient for whom the link was made. */
  own: string | null
  /** What its button says. */
  send: string
}

export function AskForm({ request, own, send: label }: Props) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  const [typed, setTyped] = useState(() => begunIn('email'))
  const [note, setNote] = useState(() => begunIn('note'))
  const email = own ?? normalizeEmail(typed)
  const isRight = isEmail(email) && fitsMessage(note)
  function send(event: FormEvent) {
    event.preventDefault()
    if (isRight) request.mutate({ ...(!own && { email }), note })
  }
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <TextField
        label={t('requestEmail')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={own !== null}
        value={own ?? typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        hint={own && t('requestOwn')}
      />
      <Note note={note} onNote={setNote} />
      <p className={classes.error} role="alert">
        {request.isError && problemText(request.error)}
      </p>
      <Button type="submit" size="lg" fullWidth disabled={!isRight} loading={request.isPending}>
        {label}
      </Button>
    </form>
  )
}

function Note({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const id = useId()
  const length = messageLength(note)
  return (
    <div className={classes.area}>
      <label htmlFor={id}>{t('requestNote')}</label>
      <textarea id={id} rows={3} value={note} aria-describedby={`${id}-count`} onChange={(event) => onNote(event.target.value)} />
      <span id={`${id}-count`} className={classes.count} data-over={length > messageMaxChars ? true : undefined}>
        {`${format.number(length)} / ${format.number(messageMaxChars)}`}
      </span>
    </div>
  )
}
