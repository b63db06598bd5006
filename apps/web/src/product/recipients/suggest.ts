/** Contacts and groups that fit what is being typed; apart, so that the first page loads neither the client nor the schemas. */
import { suggestContacts } from '@sampan/contract/routes/contacts'
import { api } from '../session/api.ts'
import type { Suggestion } from './use-suggestions.ts'

export async function suggest(search: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { contacts, groups } = await api.call(suggestContacts, { query: { search }, signal, retries: 0 })
  return [
    ...groups.map(({ _id, name, emails }) => ({ id: _id, kind: 'group' as const, name, company: '', emails })),
    ...contacts.map(({ email, name, company }) => ({ id: email, kind: 'contact' as const, name, company, emails: [email] })),
  ]
}
