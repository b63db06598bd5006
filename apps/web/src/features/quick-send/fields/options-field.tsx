/** The quiet row that opens the options (Q11); closed, it sums up what is set. */
import { senderLineNames } from '@sampan/contract/rules/sender-values'
import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { type Dispatch, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { endOfDay, expiryIn } from '../../../product/plans/expiry-choice.ts'
import { chunks } from '../card/chunks.ts'
import { Late } from '../card/late.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { chosenOptions } from '../form/options.ts'
import { placeOf } from '../form/problem-place.ts'
import classes from './options-field.module.css'

function useSummary({ options, plan, account, needsPassword }: Form): string {
  const { t } = useTranslation('send')
  const format = useFormat()
  const chosen = chosenOptions(options, plan, account !== null, new Date())
  const { password, downloadLimit, notifyOnDownload } = chosen
  const expiry = expiryIn(options, plan)
  const day = endOfDay(options.untilDay)
  const untilDay = Number.isNaN(day.getTime()) ? t('customDate') : t('untilDay', { date: format.date(day) })
  return [
    ...senderLineNames.map((name) => chosen[name]),
    expiry === 'custom' ? untilDay : t(expiry),
    password !== null ? t('hasPassword') : account !== null && needsPassword && t('passwordAgain'),
    downloadLimit !== null && t('hasLimit', { count: downloadLimit }),
    !notifyOnDownload && t('notNotified'),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function OptionsField({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const summary = useSummary(form)
  const { problem } = form
  useEffect(() => {
    // What was refused stands in the panel.
    if (problem && placeOf(problem) === 'options') setOpen(true)
  }, [problem])
  return (
    <div className={classes.options}>
      <button
        type="button"
        name="options"
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={panel}
        onPointerEnter={() => void chunks.optionsPanel.load().catch(() => {})}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal className={classes.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes.title}>{t('options')}</span>
        <span className={classes.summary}>{summary}</span>
        <ChevronDown className={classes.chevron} size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <div id={panel} hidden={!isOpen}>
        {isOpen && (
          <Late chunk={chunks.optionsPanel} waiting={<div className={classes.waiting} />}>
            {({ OptionsPanel }) => <OptionsPanel form={form} dispatch={dispatch} />}
          </Late>
        )}
      </div>
    </div>
  )
}
