/** A link that has expired: more time may be asked of its sender (X2). */
import { Button } from '@mantine/core'
import { messageMaxChars } from '@sampan/contract/limits'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { fitsMessage, messageLength } from '@sampan/contract/rules/message'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { shownName } from '../../lib/safe-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import classes from '../../ui/link-form.module.css'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { LinkAddress } from './link-address.ts'
import { useRequestTime } from './queries.ts'
import { senderName } from './sender-name.ts'

type Props = {
  view: Pick<TransferView, 'sender' | 'title' | 'fileCount'>
  address: LinkAddress
  /** Of the recipient for whom the link was made. */
  email: string | null
  /** Its files can still be had. */
  mayAsk: boolean
}

/** Which transfer it was. */
function What({ view: { sender, title, fileCount: count } }: Pick<Props, 'view'>) {
  const { t } = useTranslation('download')
  if (!sender || count === 0) return null
  const what = t('expiredFrom', { count, sender: senderName(sender) })
  return <p>{title ? t('titledBy', { title: shownName(title), what }) : what}</p>
}

export function Expired({ view, address, email, mayAsk }: Props) {
  const { t } = useTranslation('download')
  const request = useRequestTime(address)
  // The page's own form was sent before the page was hydrated.
  const wasAsked = useSearchParams()[0].get('told') === 'asked'
  const isDone = request.isSuccess || wasAsked
  const title = t(isDone ? 'requestedTitle' : 'expiredTitle')
  usePageTitle(title)
  useEffect(() => {
    if (isDone) window.scrollTo(0, 0)
  }, [isDone])
  const knownEmail = request.data?.email ?? email
  const done = knownEmail ? t('requestedText', { email: knownEmail }) : t('requestedAnyone')
  const text = isDone ? done : t(mayAsk ? 'requestText' : 'expiredForGood')
  return (
    <>
      <p className="visually-hidden" role="status">
        {isDone && title}
      </p>
      <Notice drawing="expired" title={title} text={text}>
        {!isDone && <What view={view} />}
        {!isDone && mayAsk && <RequestForm request={request} own={email} />}
      </Notice>
    </>
  )
}

/** The same fields as the server wrote them, for who was typing before the page was hydrated. */
const begunIn = (name: string): string =>
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#server-content #request-${name}`)?.value ?? ''

function RequestForm({ request, own }: { request: ReturnType<typeof useRequestTime>; own: string | null }) {
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
        {t('requestSend')}
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
