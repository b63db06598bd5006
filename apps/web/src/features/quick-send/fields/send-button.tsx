/** The one button, and what keeps it from being pressed. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { Form } from '../form/form.ts'
import { placeOf } from '../form/problem-place.ts'
import { goodRecipients, overBytes, type Reason, storageLeft, whyNotReady } from '../form/readiness.ts'
import { Refusal } from './refusal.tsx'
import classes from './send-button.module.css'

const reasonTexts = {
  needFiles: 'needFiles',
  overLimit: 'reasonOverLimit',
  overStorage: 'overStorage',
  tooManyFiles: 'reasonTooManyFiles',
  needRecipients: 'needRecipients',
  wrongRecipient: 'wrongRecipient',
  unfinishedRecipient: 'unfinishedRecipient',
  tooManyPeople: 'tooManyPeople',
  needSender: 'needSender',
  needPassword: 'needPassword',
  needResume: 'needResume',
  endRecording: 'endRecording',
  wrongSender: 'wrongSender',
  monthUsedUp: 'monthUsedUp',
  longMessage: 'longMessage',
  shortPassword: 'shortPassword',
  wrongLimit: 'wrongLimit',
  wrongDate: 'wrongDate',
} as const satisfies Record<Reason, string>

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
  const refusedAt = form.problem && placeOf(form.problem)
  return (
    <div className={classes.send}>
      {/* Beside the press that it answers, wherever the card is scrolled to. */}
      <Refusal form={form} />
      <Button
        type="submit"
        fullWidth
        h={52}
        fz={16}
        // It can be pressed all the same, and then leads to what is missing.
        data-disabled={reasons.length > 0 || undefined}
        aria-disabled={reasons.length > 0 || undefined}
        loading={form.isAsking}
        aria-describedby="why-not"
      >
        {text}
      </Button>
      <div id="why-not" className={classes.why} data-marked={form.isMarked || undefined} aria-live="polite">
        {reasons.length === 0 && !refusedAt && <p>{t(form.isAsking ? 'handingOver' : 'ready')}</p>}
        {reasons.length === 0 && refusedAt && refusedAt !== 'send' && <p>{t('refusedAbove')}</p>}
        {reasons.map((reason) => (
          <p key={reason}>{t(reasonTexts[reason], { size: sizes[reason] ?? '' })}</p>
        ))}
      </div>
    </div>
  )
}
