/** All plans with their limits, and those on sale side by side: both drawn from the role table alone (K1). */
import { type Period, paidRoles, type Role, rolePlan, rolesOnSale } from '@sampan/contract/plans'
import { isOnSale, monthlyCents } from '@sampan/contract/rules/plan-offer'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { hasEveryExpiry, LimitValue, type PlanNumber } from './plan-limit.tsx'
import classes from './plans.module.css'
import { useSupport } from './use-page-settings.ts'

const countedRows = [
  ['rowUpload', 'uploadBytes'],
  ['rowStorage', 'storageBytes'],
  ['rowRecipients', 'recipients'],
  ['rowFiles', 'files'],
  ['rowSeats', 'seats'],
  ['rowTransfers', 'transfersPerMonth'],
  ['rowRequests', 'requestsPerMonth'],
  ['rowContacts', 'contacts'],
] as const satisfies [string, PlanNumber][]
const columns = [...countedRows.map(([text]) => text), 'rowExpiry', 'rowCustomExpiry'] as const

const expiryOf = (role: Role) => (hasEveryExpiry(role) ? 'weekToNever' : 'weekOnly')

const allRoles = ['free', ...paidRoles] as const

/** Becomes a list of cards where there is no space for a table. */
export function AllPlans({ period }: { period: Period }) {
  const { t } = useTranslation('plans')
  const roleName = useRoleName()
  return (
    <section className={classes.section} aria-labelledby="all-plans">
      <h2 id="all-plans">{t('allPlans')}</h2>
      <p className={classes.lead}>{t('allPlansText')}</p>
      <table className={classes.all}>
        <thead>
          <tr>
            <th scope="col">{t('plan')}</th>
            {[...columns, 'price' as const].map((text) => (
              <th key={text} scope="col">
                {t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {allRoles.map((role) => (
            <tr key={role}>
              <th scope="row">{roleName(role)}</th>
              {countedRows.map(([text, name]) => (
                <td key={name} data-label={t(text)}>
                  <LimitValue role={role} name={name} />
                </td>
              ))}
              <td data-label={t('rowExpiry')}>{t(expiryOf(role))}</td>
              <td data-label={t('rowCustomExpiry')}>
                <Mark isThere={rolePlan(role).customExpiry} />
              </td>
              <td data-label={t('price')}>
                <PriceOf role={role} period={period} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Those above Business are given by the operator or by codes (K3). */
function PriceOf({ role, period }: { role: Role; period: Period }) {
  const { t } = useTranslation('plans')
  const format = useFormat()
  const support = useSupport()
  if (role === 'free') return t('free')
  if (isOnSale(role)) return format.price(monthlyCents(role, period))
  return support ? <a href={`mailto:${support}`}>{t('contactUs')}</a> : t('contactUs')
}

const compared = ['free', ...rolesOnSale] as const

export function Comparison() {
  const { t } = useTranslation('plans')
  const roleName = useRoleName()
  const limit = (name: PlanNumber) => (role: Role) => <LimitValue role={role} name={name} />
  return (
    <div className={classes.section}>
      <h2 id="compare">{t('compare')}</h2>
      <p className={classes.lead}>{t('compareText')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={classes.wide} tabIndex={0} aria-labelledby="compare">
        <table className={classes.grid}>
          <thead>
            <tr>
              <td />
              {compared.map((role) => (
                <th key={role} scope="col">
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {countedRows.map(([text, name]) => (
              <Row key={name} name={t(text)} value={limit(name)} />
            ))}
            <Row name={t('rowExpiry')} value={(role) => t(expiryOf(role))} />
            <Row name={t('rowCustomExpiry')} value={(role) => <Mark isThere={rolePlan(role).customExpiry} />} />
          </tbody>
        </table>
      </section>
    </div>
  )
}

const Row = ({ name, value }: { name: string; value: (role: Role) => ReactNode }) => (
  <tr>
    <th scope="row">{name}</th>
    {compared.map((role) => (
      <td key={role}>{value(role)}</td>
    ))}
  </tr>
)

function Mark({ isThere }: { isThere: boolean }) {
  const { t } = useTranslation('plans')
  const Icon = isThere ? Check : Minus
  return (
    <>
      <Icon className={classes.mark} data-there={isThere || undefined} size={18} strokeWidth={2.25} aria-hidden="true" />
      <span className="visually-hidden">{t(isThere ? 'yes' : 'no')}</span>
    </>
  )
}
