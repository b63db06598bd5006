/** What somebody wants to do and their plan does not allow, as addresses carry it to the plans, and which of these allows it (Q6, K1). */
import { type Plan, type RoleOnSale, rolePlan, rolesOnSale } from '../plans.ts'

const needNames = ['uploadBytes', 'storageBytes', 'recipients', 'files', 'transfersPerMonth'] as const
/** So many of each at the least. */
export type PlanNeeds = { [name in (typeof needNames)[number]]?: number }

/** With its question mark; empty where nothing is needed. */
export function needsQuery(needs: PlanNeeds): string {
  const query = new URLSearchParams(needNames.flatMap((name) => (needs[name] ? [[name, String(needs[name])]] : []))).toString()
  return query && `?${query}`
}

/** Null where the address names none. */
export function needsIn(query: URLSearchParams): PlanNeeds | null {
  const named = needNames.map((name) => [name, Number(query.get(name))] as const).filter(([, amount]) => amount > 0)
  return named.length ? Object.fromEntries(named) : null
}

const allows = (plan: Plan, needs: PlanNeeds): boolean =>
  needNames.every((name) => (plan[name] ?? Number.POSITIVE_INFINITY) >= (needs[name] ?? 0))

/** The smallest on sale that allows all of it; null where none does. */
export const planThatAllows = (needs: PlanNeeds): RoleOnSale | null =>
  rolesOnSale.find((role) => allows(rolePlan(role), needs)) ?? null
