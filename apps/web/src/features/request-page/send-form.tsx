/** Who sends, a message, and Send. */
import { Button } from '@mantine/core'
import type { Upload } from '@sampan/client/upload/upload'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { fieldText } from '@sampan/texts/errors'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { maxChars, type Wrong, wrongOf } from './contact.ts'
import type { Words } from './kept-answer.ts'
import { requesterName } from './names.ts'
import { type RequestAddress, useComment } from './queries.ts'
import classes from './request-page.module.css'
import { isComplete } from './still-needed.ts'
import { StillNeeded } from './still-needed-line.tsx'
import { useSnapshot } from './use-request-upload.ts'

type Props = {
  view: RequestView
  count: number
  upload: Upload | null
  isRecording: boolean
  /** How many files that were chosen before are to be chosen again. */
  awaited: number
  /** The documents that are neither there nor chosen. */
  missing: readonly string[]
  address: RequestAddress
  words: Words
  onWords: (words: Words) => void
  onSend: () => void
}
export function SendForm({ view, count, upload, isRecording, awaited, missing, address, words, onWords, onSend }: Props) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusals, setRefusals] = useState(0)
  useFocusWrong(form, refusals)
  const snapshot = useSnapshot(upload)
  const comment = useComment(address)
  const { nameField, emailField, me } = view
  const { name, email, message } = words
  const type = (field: keyof Words) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    onWords({ ...words, [field]: event.currentTarget.value })
  const error = (field: keyof Wrong) => (wrong[field] ? fieldText(wrong[field], language) : false)

  // One box and one button: words go with the files where some are chosen, and alone where none are.
  const isWordsOnly = count === 0 && message.trim() !== ''
  const isOver = message.length > maxChars
  const maySend = count > 0 && awaited === 0 && !isRecording && snapshot?.error == null && snapshot?.held == null

  function send(event: FormEvent) {
    event.preventDefault()
    if (isWordsOnly) return comment.mutate(message.trim(), { onSuccess: () => onWords({ ...words, message: '' }) })
    const found = wrongOf(view, words)
    setWrong(found)
    if (Object.keys(found).length > 0) return setRefusals((before) => before + 1)
    onSend()
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
          onChange={type('name')}
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
          value={email}
          hint={t('emailHint')}
          error={error('email')}
          onChange={type('email')}
        />
      )}
      <label className={classes.area}>
        <span>{t('write', { who: requesterName(view, t('someone')) })}</span>
        <textarea name="message" rows={2} value={message} aria-invalid={isOver} onChange={type('message')} />
        <span className={classes.count} data-over={isOver || undefined}>
          {`${format.number(message.length)}/${format.number(maxChars)}`}
        </span>
      </label>
      <StillNeeded names={count > 0 ? missing : []} allThere={count === 0 && isComplete(view, missing) ? 'allThere' : null} />
      <Button type="submit" size="lg" fullWidth loading={comment.isPending} disabled={isWordsOnly ? isOver : !maySend}>
        {isWordsOnly ? t('writeSend') : count > 0 ? t('sendFiles', { count, number: format.number(count) }) : t('send')}
      </Button>
      <ProblemLine problem={comment.error} />
      {count === 0 && awaited === 0 && !isWordsOnly && !isRecording && !isComplete(view, missing) && (
        <p className={classes.note}>{t('chooseFirst')}</p>
      )}
      {awaited > 0 && <p className={classes.note}>{t('awaitedFirst', { count: awaited, number: format.number(awaited) })}</p>}
      {isRecording && <p className={classes.note}>{t('endRecording')}</p>}
      {count > 0 && awaited === 0 && <p className={classes.note}>{t('notShared')}</p>}
    </form>
  )
}
