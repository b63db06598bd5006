/** The draft outlives the card: who signs up in the middle finds it again in the next card of this page, files included (Q20). */
import type { Form } from './form.ts'
import type { Account } from './limits.ts'

let kept: Form | null = null

export const hasContents = ({ files, chips, message, options }: Form): boolean =>
  files.length > 0 || chips.list.length > 0 || [chips.typed, message, options.password, options.downloadLimit].some(Boolean)

/** Told of every change; what was sent, and what is empty, is not kept. */
export function keepDraft(form: Form): void {
  kept = form.step !== 'done' && hasContents(form) ? form : null
}

/** After sending it, also when its card is gone by then; another draft stays. */
export function forgetDraft({ files }: Pick<Form, 'files'>): void {
  if (kept?.files === files) kept = null
}

export const hasDraft = (): boolean => kept !== null

/** For a new card, at its first step: what was told and asked in the old one concerned that one. Another account's draft stays its own. */
export function keptDraft(account: Account | null): Form | null {
  if (!kept || (kept.account && account && kept.account._id !== account._id)) return null
  return { ...kept, step: 'form', limit: null, problem: null, isAsking: false, notices: [], usage: null }
}
