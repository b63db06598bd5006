/** Under which plan files began to come: it still holds when they have come, whatever their owner has by then (R17). */
import type { PlanHolder } from '@sampan/contract/plans'

/** A role's name; with limits of the account's own as JSON. */
export const begunAs = ({ role, ownLimits }: PlanHolder): string => (ownLimits ? JSON.stringify({ role, ownLimits }) : role)

export const holderBegun = (text: string): PlanHolder =>
  text.startsWith('{') ? (JSON.parse(text) as PlanHolder) : { role: text, ownLimits: null }
