/** The month is used up: says so in place of the form, and leads back to the draft, which stays. */
import { Button } from '@mantine/core'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { Boat } from '../../ui/logo.tsx'
import card from './card.module.css'
import type { FormAction } from './form.ts'
import { StepHeading } from './step-heading.tsx'

export function LimitStep({ problem, dispatch }: { problem: Error | null; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const problemText = useProblemText()
  return (
    <div className={card.step}>
      <Boat size={84} />
      <div className={card.gap} />
      <StepHeading>{t('limitTitle')}</StepHeading>
      {problem && <p>{problemText(problem)}</p>}
      <div className={card.buttons}>
        <Button variant="default" h={48} onClick={() => dispatch({ type: 'steppedBack' })}>
          {t('limitBack')}
        </Button>
      </div>
    </div>
  )
}
