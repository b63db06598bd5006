/** A word to the operator about what should not be there, from every page of a link (D7). */
import { Button } from '@mantine/core'
import { reportTextMaxChars } from '@sampan/contract/limits'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { type ReportReason, reportReasons } from '@sampan/contract/states'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './form.module.css'
import type { LinkAddress } from './link-address.ts'
import { useReport } from './queries.ts'

export function Report({ address }: { address: LinkAddress }) {
  const { t } = useTranslation('download')
  // The page's own form was sent before the page was hydrated.
  const wasReported = useSearchParams()[0].get('told') === 'reported'
  const [isOpen, setIsOpen] = useState(wasReported)
  return (
    <>
      <button type="button" className={classes.report} onClick={() => setIsOpen(true)}>
        {t('report')}
      </button>
      {isOpen && <ReportDialog address={address} isDone={wasReported} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Props = { address: LinkAddress; isDone: boolean; onClose: () => void }

function ReportDialog({ address, isDone, onClose }: Props) {
  const { t } = useTranslation('download')
  const report = useReport(address)
  if (!report.isSuccess && !isDone)
    return (
      <Dialog key="form" title={t('reportTitle')} onClose={onClose}>
        <p className={classes.intro}>{t('reportText')}</p>
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

function ReportForm({ report }: { report: ReturnType<typeof useReport> }) {
  const { t } = useTranslation('download')
  const problemText = useProblemText()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const [typed, setTyped] = useState('')
  const id = useId()
  const email = normalizeEmail(typed)
  const isRight = reason !== null && (email === '' || isEmail(email))
  function send(event: FormEvent) {
    event.preventDefault()
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
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p className={classes.error} role="alert">
        {report.isError && problemText(report.error)}
      </p>
      <Button type="submit" size="md" fullWidth disabled={!isRight} loading={report.isPending}>
        {t('reportSend')}
      </Button>
    </form>
  )
}
