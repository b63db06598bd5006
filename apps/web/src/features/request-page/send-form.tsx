/** Who sends, a message, and Send. */
import { Button } from '@mantine/core'
import type { Upload } from '@sampan/client/upload/upload'
import type { FieldCode } from '@sampan/contract/errors'
import { messageMaxChars } from '@sampan/contract/limits'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { messageLength } from '@sampan/contract/rules/message'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import type { Contact } from './queries.ts'
import classes from './request-page.module.css'
import { useSnapshot } from './use-request-upload.ts'

type Props = {
  view: RequestView
  count: number
  upload: Upload | null
  isRecording: boolean
  onSend: (contact: Contact) => void
}
type Wrong = { name?: FieldCode; email?: FieldCode; message?: FieldCode }

function wrongOf({ nameField, emailField, me }: RequestView, name: string, email: string, message: string): Wrong {
  return {
    ...(nameField === 'required' && !name.trim() && { name: 'required' as const }),
    ...(!me && emailField === 'required' && !email && { email: 'required' as const }),
    ...(!me && email && !isEmail(email) && { email: 'invalidEmail' as const }),
    ...(messageLength(message) > messageMaxChars && { message: 'tooLong' as const }),
  }
}

export function SendForm({ view, count, upload, isRecording, onSend }: Props) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(view.me?.name ?? '')
  const [typed, setTyped] = useState(view.me?.email ?? '')
  const [message, setMessage] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusals, setRefusals] = useState(0)
  useFocusWrong(form, refusals)
  const snapshot = useSnapshot(upload)
  const { nameField, emailField, me } = view
  const error = (field: keyof Wrong) => (wrong[field] ? fieldText(wrong[field], language) : false)

  function send(event: FormEvent) {
    event.preventDefault()
    const email = emailField === 'hidden' ? '' : normalizeEmail(typed)
    const found = wrongOf(view, name, email, message)
    setWrong(found)
    if (Object.keys(found).length > 0) return setRefusals((before) => before + 1)
    onSend({ name: name.trim(), email: me ? '' : email, message, language })
  }
  return (
    <form ref={form} className={classes.form} onSubmit={send} noValidate>
      {nameField !== 'hidden' && (
        <TextField
          label={t(nameField === 'required' ? 'name' : 'nameOptional')}
          name="name"
          autoComplete="name"
          maxLength={200}
          value={name}
          error={error('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {emailField !== 'hidden' && (
        <TextField
          label={t(emailField === 'required' ? 'email' : 'emailOptional')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={me !== null}
          value={typed}
          hint={t('emailHint')}
          error={error('email')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <label className={classes.area}>
        <span>{t('message')}</span>
        <textarea
          name="message"
          rows={2}
          value={message}
          aria-invalid={wrong.message !== undefined}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <span className={classes.count} data-over={messageLength(message) > messageMaxChars || undefined}>
          {`${messageLength(message)}/${messageMaxChars}`}
        </span>
      </label>
      <Button
        type="submit"
        size="lg"
        fullWidth
        disabled={count === 0 || isRecording || snapshot?.error != null || snapshot?.held != null}
      >
        {count > 0 ? t('sendFiles', { count, number: format.number(count) }) : t('send')}
      </Button>
      {isRecording && <p className={classes.note}>{t('endRecording')}</p>}
      {count > 0 && <p className={classes.note}>{t('notShared')}</p>}
    </form>
  )
}
