/** The plan that was chosen, as addresses carry it from the prices through signing up to the payment. */
import { type Period, periods, type RoleOnSale } from '@sampan/contract/plans'
import { isOnSale } from '@sampan/contract/rules/plan-offer'

export type ChosenPlan = { role: RoleOnSale; period: Period }

/** null where the address names none that is on sale; without a period it is the year (P1). */
export function chosenPlan(query: URLSearchParams): ChosenPlan | null {
  const role = query.get('role')
  if (!isOnSale(role)) return null
  return { role, period: periods.find((period) => period === query.get('period')) ?? 'yearly' }
}

/** What the address of the prices brings along and signing up needs (spec §2). */
const carried = ['save', 'verifyComplete', 'email', 'endorsely_referral'] as const

export function choiceQuery(choice: ChosenPlan | null, before = new URLSearchParams()): string {
  const query = new URLSearchParams(choice ?? {})
  for (const name of carried) {
    const value = before.get(name)
    if (value) query.set(name, value)
  }
  const text = query.toString()
  return text && `?${text}`
}
