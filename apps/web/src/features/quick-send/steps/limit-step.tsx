/** Stands in place of the form when a limit is met (Q16): which one, what helps, and the way back to the draft, which stays. */
import { Button } from '@mantine/core'
import { dashTransfersPath } from '@sampan/contract/paths'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { supportAddress } from '../../../lib/support.ts'
import { useOthersTeam } from '../../../product/session/team.ts'
import { Boat } from '../../../ui/logo.tsx'
import card from '../card/card.module.css'
import { StepHeading } from '../card/step-heading.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { hasContents } from '../form/kept-draft.ts'
import type { Limit } from '../form/limits.ts'
import { LimitMonth } from './limit-month.tsx'
import classes from './limit-step.module.css'
import { LimitStorage } from './limit-storage.tsx'
import { LimitUnpaid } from './limit-unpaid.tsx'
import { WayOut } from './limit-way-out.tsx'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

function Words({ form, limit, team }: { form: Form; limit: Limit; team: string | null }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  switch (limit.kind) {
    case 'month':
      return <LimitMonth limit={limit} />
    case 'storage':
      return <LimitStorage form={form} limitBytes={limit.limitBytes} />
    case 'trial':
      return <LimitUnpaid team={team} />
    case 'suspended':
      return (
        <>
          <p className={classes.which}>{t(form.account ? 'limitSuspended' : 'limitAddressClosed')}</p>
          <p>{t(form.account ? 'limitSuspendedText' : 'limitAddressClosedText')}</p>
        </>
      )
    case 'leaving':
      return (
        <>
          <p className={classes.which}>{t('limitLeaving', { date: format.dateTime(new Date(limit.deleteAt)) })}</p>
          <p>{t('limitLeavingText')}</p>
        </>
      )
  }
}

/** Whom to ask where only the operator can help. */
function Support({ limit }: { limit: Limit }) {
  const { t } = useTranslation('send')
  const support = limit.kind === 'suspended' ? supportAddress() : null
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
  const team = useOthersTeam()
  if (!limit) return null
  return (
    <div className={card.step}>
      <Boat size={84} />
      <div className={card.gap} />
      <StepHeading>{t('limitTitle')}</StepHeading>
      <Words form={form} limit={limit} team={team} />
      {team !== null && (limit.kind === 'month' || limit.kind === 'storage') && <p>{t('limitTeamPlan', { name: team })}</p>}
      {hasWork && <p className={classes.draft}>{t('limitDraft')}</p>}
      <div className={card.buttons}>
        {hasWork && (
          <Button variant="default" h={48} onClick={() => dispatch({ type: 'steppedBack' })}>
            {t('limitBack')}
          </Button>
        )}
        <WayOut limit={limit} hasAccount={account !== null} team={team} />
        {account && (
          <Button component={Link} to={dashTransfersPath} variant={limit.kind === 'storage' ? 'filled' : 'default'} h={48}>
            {t('yourTransfers')}
          </Button>
        )}
        <Support limit={limit} />
      </div>
    </div>
  )
}
