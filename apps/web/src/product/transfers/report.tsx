/** A word to the operator about what should not be there, from every page of a link (D7). */
import { Button } from '@mantine/core'
import { reportTextMaxChars } from '@sampan/contract/limits'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { type ReportReason, reportReasons } from '@sampan/contract/states'
import { fieldText } from '@sampan/texts/errors'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from '../../ui/link-form.module.css'
import { TextField } from '../../ui/text-field.tsx'

export type Reported = { reason: ReportReason; text: string; email: string }
type Props = { title: string; text: string; onSend: (report: Reported) => Promise<unknown> }

export function Report(props: Props) {
  const { t } = useTranslation('download')
  // The page's own form was sent before the page was hydrated.
  const wasReported = useSearchParams()[0].get('told') === 'reported'
  const [isOpen, setIsOpen] = useState(wasReported)
  return (
    <>
      <button type="button" className={classes.report} onClick={() => setIsOpen(true)}>
        {t('report')}
      </button>
      {isOpen && <ReportDialog {...props} isDone={wasReported} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type DialogProps = Props & { isDone: boolean; onClose: () => void }

function ReportDialog({ title, text, onSend, isDone, onClose }: DialogProps) {
  const { t } = useTranslation('download')
  const report = useMutation({ mutationFn: onSend, networkMode: 'always' })
  if (!report.isSuccess && !isDone)
    return (
      <Dialog key="form" title={title} onClose={onClose} closeLabel={t('close')}>
        <p className={classes.intro}>{text}</p>
        <ReportForm report={report} />
      </Dialog>
    )
  return (
    <Dialog key="done" title={t('reportedTitle')} onClose={onClose}>
      <p className={classes.done}>{t('reportedText')}</p>
      <Button fullWidth onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}

type FormProps = { report: { isError: boolean; error: unknown; isPending: boolean; mutate: (report: Reported) => void } }

function ReportForm({ report }: FormProps) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const [typed, setTyped] = useState('')
  const [isEmailWrong, setEmailWrong] = useState(false)
  const language = useLanguage()
  const id = useId()
  const email = normalizeEmail(typed)
  function send(event: FormEvent) {
    event.preventDefault()
    if (reason === null) return
    const isRight = email === '' || isEmail(email)
    setEmailWrong(!isRight)
    if (isRight) report.mutate({ reason, text, email })
  }
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <fieldset className={classes.reasons}>
        <legend>{t('reportReason')}</legend>
        {reportReasons.map((each) => (
          <label key={each}>
            <input type="radio" name="reason" checked={reason === each} onChange={() => setReason(each)} />
            {t(`${each}Reason`)}
          </label>
        ))}
      </fieldset>
      <div className={classes.area}>
        <label htmlFor={id}>{t('reportWords')}</label>
        <textarea
          id={id}
          rows={3}
          maxLength={reportTextMaxChars}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <TextField
        label={t('reportEmail')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setEmailWrong(false)
          setTyped(event.currentTarget.value)
        }}
        error={isEmailWrong && fieldText('invalidEmail', language)}
      />
      <p className={classes.error} role="alert">
        {report.isError && problemText(report.error)}
      </p>
      <Button type="submit" size="md" fullWidth disabled={reason === null} loading={report.isPending}>
        {t('reportSend')}
      </Button>
    </form>
  )
}
