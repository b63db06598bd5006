/** The arrival (Q14). */
import { Button } from '@mantine/core'
import { expirySeconds } from '@sampan/contract/plans'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { type Dispatch, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import card from './card.module.css'
import { Confetti } from './confetti.tsx'
import { DoneDrawing } from './done-drawing.tsx'
import classes from './done-step.module.css'
import type { Form, FormAction } from './form.ts'
import { StepHeading } from './step-heading.tsx'

export function DoneStep({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const [sentAt] = useState(Date.now)
  const [first = '', ...others] = form.chips.list
  return (
    <div className={card.step}>
      <Confetti />
      <DoneDrawing />
      <StepHeading>{t('doneTitle')}</StepHeading>
      <p className={classes.to}>
        {others.length > 0 ? t('doneToOthers', { first, count: others.length }) : t('doneTo', { first })}
      </p>
      <p className={classes.facts}>
        {t('doneFiles', { count: countFiles(form.files), size: format.bytes(totalBytes(form.files)) })}
      </p>
      <p className={classes.facts}>{t('doneExpiry', { date: format.date(new Date(sentAt + expirySeconds.week * 1000)) })}</p>
      <div className={card.buttons}>
        <Button h={52} fz={16} onClick={() => dispatch({ type: 'restarted' })}>
          {t('sendAnother')}
        </Button>
      </div>
    </div>
  )
}
