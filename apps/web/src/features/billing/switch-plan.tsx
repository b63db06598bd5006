/** To another plan: what that costs is shown before it happens, and is what is then charged (P3). */
import { Button } from '@mantine/core'
import { accountBillingPath } from '@sampan/contract/paths'
import { priceIdOf, type Role, rolePlan } from '@sampan/contract/plans'
import type { BillingView, Bought } from '@sampan/contract/routes/billing'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import classes from './billing.module.css'
import { billingCalls } from './calls.ts'
import { CardForm } from './card-form.tsx'
import type { ChosenPlan } from './chosen-plan.ts'
import { Confirm, usePaymentText } from './confirm.tsx'
import { Failed } from './failed.tsx'
import { NotThrough, UnderWay, useWaited } from './underway.tsx'
import { useAct } from './use-act.ts'
import { useBillingChanged } from './use-billing.ts'

type Props = { billing: BillingView; plan: ChosenPlan }

export function SwitchPlan({ billing, plan }: Props) {
  const { t } = useTranslation('billing')
  const roleName = useRoleName()
  const paymentText = usePaymentText()
  const navigate = useNavigate()
  const changed = useBillingChanged()
  const priceId = priceIdOf(plan.role, plan.period)
  const preview = useQuery({
    queryKey: ['switch', priceId],
    queryFn: () => billingCalls.preview(priceId),
    networkMode: 'always',
    gcTime: 0,
  })
  const { isBusy, problem, setProblem, run } = useAct()
  const [asked, setAsked] = useState<Bought | null>(null)
  const { isWaiting, hasFailed } = useWaited(billing, plan, isBusy, () => void navigate(accountBillingPath, { replace: true }))

  async function settle(bought: Bought) {
    if (bought.needsConfirmation) return setAsked(bought)
    changed(bought.billing)
    await navigate(accountBillingPath, { replace: true })
  }
  async function change() {
    if (!preview.data) return
    try {
      await settle(await billingCalls.switch(priceId, preview.data.prorationDate))
    } catch (error) {
      // The next try is at the price that holds by then.
      if (isProblem(error, 'previewOld')) void preview.refetch()
      if (isProblem(error, 'paymentSlow')) changed()
      throw error
    }
  }
  if (asked)
    return (
      <Confirm
        asked={asked}
        onDone={(bought) => void settle(bought)}
        onRefused={(refusal) => {
          setAsked(null)
          setProblem(refusal)
        }}
      />
    )
  if (preview.error && !preview.data) return <Failed error={preview.error} onRetry={preview.refetch} />
  const needsCard = billing.card === null && billing.status === 'active'
  return (
    <section className={classes.card} aria-labelledby="switch">
      <h2 id="switch">{t('switchTitle', { role: roleName(plan.role) })}</h2>
      {preview.data ? (
        <Costs costs={preview.data} billing={billing}>
          <Smaller from={billing.role} to={plan.role} />
        </Costs>
      ) : (
        <p role="status">{t('switchLoading')}</p>
      )}
      <p className={classes.problem} role="alert">
        {hasFailed ? <NotThrough /> : problem !== null && !isWaiting && paymentText(problem)}
      </p>
      {isWaiting ? (
        <UnderWay />
      ) : needsCard ? (
        <CardForm
          billing={billing}
          label={t('saveCard')}
          onCard={async (id) => changed((await billingCalls.keepCard(id, true)).billing)}
        />
      ) : (
        <SwitchButton dueNowCents={preview.data?.dueNowCents ?? null} isBusy={isBusy} onPress={() => run(change)} />
      )}
    </section>
  )
}

function SwitchButton({ dueNowCents, isBusy, onPress }: { dueNowCents: number | null; isBusy: boolean; onPress: () => void }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  return (
    <div className={classes.buttons}>
      <Button h={48} disabled={dueNowCents === null} loading={isBusy} onClick={onPress}>
        {dueNowCents ? t('switchDo', { price: format.price(dueNowCents) }) : t('switchFree')}
      </Button>
    </div>
  )
}

type CostsProps = {
  costs: { dueNowCents: number; creditCents: number; nextCents: number; nextAt: number }
  billing: BillingView
  children: ReactNode
}

function Costs({ costs, billing: { status, isCancelling }, children }: CostsProps) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { dueNowCents, creditCents, nextCents, nextAt } = costs
  const date = format.date(new Date(nextAt))
  return (
    <>
      <dl className={classes.costs}>
        {creditCents > 0 && (
          <div>
            <dt>{t('credit')}</dt>
            <dd>{format.price(creditCents)}</dd>
          </div>
        )}
        <div className={classes.due}>
          <dt>{t('dueNow')}</dt>
          <dd>{format.price(dueNowCents)}</dd>
        </div>
        {!isCancelling && (
          <div>
            <dt>{t('next', { date })}</dt>
            <dd>{format.price(nextCents)}</dd>
          </div>
        )}
      </dl>
      {isCancelling && <p>{t('switchEnding', { date })}</p>}
      {status === 'trialing' && !isCancelling && <p>{t('switchTrial')}</p>}
      {children}
    </>
  )
}

/** What a smaller plan means for what is there already (P5). */
function Smaller({ from, to }: { from: Role; to: Role }) {
  const { t } = useTranslation('billing')
  const roleName = useRoleName()
  const format = useFormat()
  const { storageBytes } = rolePlan(to)
  if (storageBytes >= rolePlan(from).storageBytes) return null
  return <p>{t('switchSmaller', { role: roleName(to), storage: format.bytes(storageBytes) })}</p>
}
