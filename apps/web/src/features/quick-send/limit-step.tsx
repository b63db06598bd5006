/** Stands in place of the form when a limit is met (Q16): which one, what helps, and the way back to the draft, which stays. */
import { Button } from '@mantine/core'
import { dashPath } from '@sampan/contract/paths'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { supportAddress } from '../../lib/support.ts'
import { Boat } from '../../ui/logo.tsx'
import card from './card.module.css'
import type { Form, FormAction } from './form.ts'
import { hasContents } from './kept-draft.ts'
import { LimitMonth } from './limit-month.tsx'
import classes from './limit-step.module.css'
import { LimitStorage } from './limit-storage.tsx'
import type { Limit } from './limits.ts'
import { StepHeading } from './step-heading.tsx'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

function Words({ form, limit }: { form: Form; limit: Limit }) {
  const { t } = useTranslation('send')
  switch (limit.kind) {
    case 'month':
      return <LimitMonth limit={limit} />
    case 'storage':
      return <LimitStorage form={form} limitBytes={limit.limitBytes} />
    case 'trial':
      return (
        <>
          <p className={classes.which}>{t('limitTrial')}</p>
          <p>{t('limitTrialText')}</p>
        </>
      )
    case 'suspended':
      return (
        <>
          <p className={classes.which}>{t('limitSuspended')}</p>
          <p>{t('limitSuspendedText')}</p>
        </>
      )
  }
}

/** Whom to ask where only the operator can help. */
function Support({ limit }: { limit: Limit }) {
  const { t } = useTranslation('send')
  const support = limit.kind === 'suspended' || limit.kind === 'trial' ? supportAddress() : null
  return support ? (
    <Button component="a" href={`mailto:${support}`} h={48}>
      {t('emailSupport')}
    </Button>
  ) : null
}

export function LimitStep({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const { limit, account } = form
  const hasWork = hasContents(form)
  if (!limit) return null
  return (
    <div className={card.step}>
      <Boat size={84} />
      <div className={card.gap} />
      <StepHeading>{t('limitTitle')}</StepHeading>
      <Words form={form} limit={limit} />
      {hasWork && <p className={classes.draft}>{t('limitDraft')}</p>}
      <div className={card.buttons}>
        {hasWork && (
          <Button variant="default" h={48} onClick={() => dispatch({ type: 'steppedBack' })}>
            {t('limitBack')}
          </Button>
        )}
        {account && (
          <Button component={Link} to={dashPath} variant={limit.kind === 'storage' ? 'filled' : 'default'} h={48}>
            {t('yourTransfers')}
          </Button>
        )}
        <Support limit={limit} />
      </div>
    </div>
  )
}
