/** A payment is missing (Q16, P5): of a trial that is over, or by a card that could not be charged. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from './limit-step.module.css'

/** `team`: that of somebody else, who alone can pay. */
export function LimitUnpaid({ team }: { team: string | null }) {
  const { t } = useTranslation('send')
  if (team === null) return <OwnUnpaid />
  return (
    <>
      <p className={classes.which}>{t('limitTeam', { name: team })}</p>
      <p>{t('limitTeamText')}</p>
    </>
  )
}

function OwnUnpaid() {
  const { t } = useTranslation('send')
  const { data: hasCard } = useQuery({
    queryKey: ['billing', 'card'],
    queryFn: async () => (await import('../../../product/plans/has-card.ts')).hasCard(),
    retry: false,
    networkMode: 'always',
  })
  const isTrial = hasCard === false
  // As long as which of the two is not known, what is true of both is said.
  const which = hasCard === undefined ? 'limitPayment' : isTrial ? 'limitTrial' : 'limitUnpaid'
  return (
    <>
      <p className={classes.which}>{t(which)}</p>
      <p>{t(isTrial ? 'limitTrialText' : 'limitUnpaidText')}</p>
    </>
  )
}
