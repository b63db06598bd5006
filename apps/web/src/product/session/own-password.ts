/** The present password, which some forms ask for once more: what its field says when it was wrong. */
import type { FieldCode } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { errorText, fieldText } from '@sampan/texts/errors'
import { isProblem } from '../../lib/is-problem.ts'

type Refusal = { problem: unknown; wrong: Partial<Record<string, FieldCode>>; language: Language }

/** `problem` is what is left to be said of the whole form. */
export function ownPasswordOf({ problem, wrong, language }: Refusal): { error: string | undefined; problem: unknown } {
  if (isProblem(problem, 'passwordNotYours')) return { error: errorText('passwordNotYours', {}, language), problem: null }
  return { error: wrong.password && fieldText(wrong.password, language), problem }
}
