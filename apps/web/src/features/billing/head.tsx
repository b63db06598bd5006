/** The headline for this reader, what is said below it, and the switch of periods. */
import { Button } from '@mantine/core'
import { accountBillingPath } from '@sampan/contract/paths'
import type { Period } from '@sampan/contract/plans'
import { headlineOf, type Reader, subheaderOf } from '@sampan/contract/rules/plan-offer'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRoleName } from '../../product/plans/role-name.ts'
import { Segmented } from '../../ui/segmented.tsx'
import classes from './plans.module.css'

function useHeadline(reader: Reader): string {
  const { t } = useTranslation('plans')
  const roleName = useRoleName()
  const headline = headlineOf(reader)
  if (headline.kind === 'sender') return t('sender', { sender: headline.sender })
  return 'role' in headline ? t(headline.kind, { role: roleName(headline.role) }) : t('visitor')
}

type Props = { reader: Reader; period: Period; onPeriod: (period: Period) => void }

export function Head({ reader, period, onPeriod }: Props) {
  const { t } = useTranslation('plans')
  const headline = useHeadline(reader)
  const choices = [
    { value: 'monthly', label: t('monthly') },
    { value: 'yearly', label: t('yearly') },
  ] as const
  return (
    <header className={classes.head}>
      <h1 tabIndex={-1}>{headline}</h1>
      <p className={classes.sub}>{t(subheaderOf(reader))}</p>
      {headlineOf(reader).kind === 'trialExpired' && (
        <Button component={Link} to={`${accountBillingPath}?tab=2`} h={48}>
          {t('addPayment')}
        </Button>
      )}
      <div className={classes.period}>
        <Segmented label={t('period')} choices={choices} value={period} onChoose={onPeriod} />
      </div>
    </header>
  )
}
