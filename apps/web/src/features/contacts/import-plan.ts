/** What an import would do, said before it is pressed: who comes in, who is there already, and for whom the plan has no space (K2). */
import type { ContactEntry } from '@sampan/contract/rules/contacts'
import type { ContactPage } from './queries.ts'

type Limit = Pick<ContactPage, 'most' | 'allCount'> | undefined
export type EntryFate = 'importIsNew' | 'importIsKnown' | 'importIsOver'

export type ImportPlan = {
  added: number
  known: number
  over: number
  /** null: the plan keeps as many as one likes. */
  left: number | null
  fateOf: (email: string) => EntryFate
}

/** As the server does it: of those who are new the first ones of the file come in. */
export function importPlan(contacts: readonly ContactEntry[], known: ReadonlySet<string>, page: Limit): ImportPlan {
  const fresh = contacts.map(({ email }) => email).filter((email) => !known.has(email))
  const left = page?.most == null ? null : Math.max(0, page.most - page.allCount)
  const over = new Set(left === null ? [] : fresh.slice(left))
  return {
    added: fresh.length - over.size,
    known: contacts.length - fresh.length,
    over: over.size,
    left,
    fateOf: (email) => (known.has(email) ? 'importIsKnown' : over.has(email) ? 'importIsOver' : 'importIsNew'),
  }
}
