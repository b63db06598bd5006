/** The one button, what keeps it from being pressed, and what the server refused. */
import { Button } from '@mantine/core'
import { dashSendPath, loginPath } from '@sampan/contract/paths'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import type { Form } from './form.ts'
import { placeOf } from './problem-place.ts'
import { goodRecipients, overBytes, type Reason, storageLeft, whyNotReady } from './readiness.ts'
import classes from './send-button.module.css'

const ProblemText = lazy(() => import('./problem-words.tsx').then((words) => ({ default: words.ProblemWords })))

const reasonTexts = {
  needFiles: 'needFiles',
  overLimit: 'reasonOverLimit',
  overStorage: 'overStorage',
  tooManyFiles: 'reasonTooManyFiles',
  needRecipients: 'needRecipients',
  wrongRecipient: 'wrongRecipient',
  tooManyPeople: 'tooManyPeople',
  needSender: 'needSender',
  wrongSender: 'wrongSender',
  longMessage: 'longMessage',
  shortPassword: 'shortPassword',
  wrongLimit: 'wrongLimit',
  wrongDate: 'wrongDate',
} as const satisfies Record<Reason, string>

function Refusal({ form }: { form: Form }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const problem = form.problem && placeOf(form.problem) === 'send' ? form.problem : null
  const isSignedOut = form.isSignedOut || isProblem(problem, 'signedOut')
  if (!problem && !isSignedOut) return null
  return (
    <p className={classes.problem} role="alert">
      {isSignedOut ? (
        <>
          {`${t('signedOut')} `}
          <Link to={`${loginPath(language)}?next=${encodeURIComponent(dashSendPath)}`}>{t('logIn')}</Link>
        </>
      ) : (
        <Suspense>
          <ProblemText problem={problem} />
        </Suspense>
      )}
    </p>
  )
}

function useButtonText({ sendAs, chips, plan }: Form): string {
  const { t } = useTranslation('send')
  if (sendAs === 'link') return t('getLink')
  const people = goodRecipients(chips).length
  return people > 0 && people <= plan.recipients ? t('sendTo', { count: people }) : t('send')
}

export function SendButton({ form }: { form: Form }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const reasons = whyNotReady(form)
  const sizes: Partial<Record<Reason, string>> = {
    overLimit: format.bytes(Math.max(0, overBytes(form.files, form.plan))),
    ...(form.usage && { overStorage: format.bytes(storageLeft(form.usage)) }),
  }
  const text = useButtonText(form)
  return (
    <div className={classes.send}>
      <Refusal form={form} />
      <Button
        type="submit"
        fullWidth
        h={52}
        fz={16}
        disabled={reasons.length > 0}
        loading={form.isAsking}
        aria-describedby="why-not"
      >
        {text}
      </Button>
      <div id="why-not" className={classes.why} aria-live="polite">
        {reasons.length === 0 ? <p>{t('ready')}</p> : null}
        {reasons.map((reason) => (
          <p key={reason}>{t(reasonTexts[reason], { size: sizes[reason] ?? '' })}</p>
        ))}
      </div>
    </div>
  )
}
