/** Numbers of the role table; the server writes this installation's into the built page, so that they hold without scripts too. */
import { type PlanLimit, type Role, rolePlan } from '@sampan/contract/plans'
import { formatPlanLimit } from '@sampan/texts/format'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'

/** Seats too, which no operator changes. */
export type PlanNumber = PlanLimit | 'seats'

export function LimitValue({ role, name }: { role: Role; name: PlanNumber }) {
  const { t } = useTranslation('plans')
  const language = useLanguage()
  const value = rolePlan(role)[name]
  return (
    <span data-plan-limit={`${role}.${name}`}>{value === null ? t('unlimited') : formatPlanLimit(name, value, language)}</span>
  )
}

/** Links for a week only, or for any time up to forever (K4). */
export const hasEveryExpiry = (role: Role): boolean => rolePlan(role).expiries.length > 1

/** A sentence that names its limit in brackets: "Up to [uploadBytes]". */
export const LimitLine = ({ role, text }: { role: Role; text: string }) =>
  text
    .split(/\[(\w+)\]/)
    .map((piece, index) => (index % 2 === 0 ? piece : <LimitValue key={piece} role={role} name={piece as PlanNumber} />))
