/** A sentence with limits of a plan in it. The server writes this installation's into built pages, so that they hold without scripts too. */
import { type PlanLimit, type Role, rolePlan } from '@sampan/contract/plans'
import { formatPlanLimit } from '@sampan/texts/format'
import { useLanguage } from '../../lib/i18n.ts'

/** `text` names each limit in brackets: "Up to [uploadBytes]". */
export function LimitText({ text, forRole }: { text: string; forRole: Role }) {
  const language = useLanguage()
  return text.split(/\[(\w+)\]/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span key={piece} data-plan-limit={`${forRole}.${piece}`}>
        {formatPlanLimit(piece as PlanLimit, rolePlan(forRole)[piece as PlanLimit] ?? 0, language)}
      </span>
    ),
  )
}
