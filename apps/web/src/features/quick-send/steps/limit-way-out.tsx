/** What ends a limit: a payment, the free plan, or a larger plan (Q16, P5). */
import { Button } from '@mantine/core'
import { accountBillingPath } from '@sampan/contract/paths'
import type { PlanNeeds } from '@sampan/contract/rules/plan-needs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isSelling } from '../../../product/plans/selling.ts'
import { actFor } from '../../../product/session/acting.ts'
import { ProblemLine } from '../card/problem-line.tsx'
import { usePlansPath } from '../card/use-plans-path.ts'
import type { Limit } from '../form/limits.ts'
import classes from './limit-step.module.css'

type Props = {
  limit: Limit
  hasAccount: boolean
  /** Of somebody else: whoever acts for it neither pays nor chooses its plan. */
  team: string | null
}

/** One more than the limit. */
function needsOf(limit: Limit): PlanNeeds {
  if (limit.kind === 'month') return { transfersPerMonth: limit.transfers + 1 }
  return limit.kind === 'storage' ? { storageBytes: limit.limitBytes + 1 } : {}
}

export function WayOut({ limit, hasAccount, team }: Props) {
  const { kind } = limit
  const { t } = useTranslation('send')
  const path = usePlansPath(hasAccount, needsOf(limit))
  if (kind === 'suspended' || kind === 'leaving' || !isSelling()) return null
  if (team !== null)
    return (
      <Button h={48} variant={kind === 'storage' ? 'default' : 'filled'} onClick={() => actFor(null)}>
        {t('limitOwnAccount')}
      </Button>
    )
  if (kind === 'trial') return <Unpaid />
  return (
    <Button component={Link} to={path} variant={kind === 'storage' && hasAccount ? 'default' : 'filled'} h={48}>
      {t(hasAccount ? 'upgrade' : 'getTrial')}
    </Button>
  )
}

function Unpaid() {
  const { t } = useTranslation('send')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  /** The session then says another plan, and the form comes back by itself. */
  async function continueOnFree() {
    setBusy(true)
    setProblem(null)
    try {
      await (await import('../../../product/plans/continue-free.ts')).continueFree()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <>
      <Button component={Link} to={`${accountBillingPath}?tab=2`} h={48}>
        {t('addPayment')}
      </Button>
      <Button variant="default" h={48} loading={isBusy} onClick={continueOnFree}>
        {t('continueFree')}
      </Button>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          <ProblemLine problem={problem} />
        </p>
      )}
    </>
  )
}
