/** Brings in what a file holds, in as few calls as it takes. */
import { lotsOf } from '@sampan/client/lots'
import { contactsLimits } from '@sampan/contract/limits'
import { importContacts } from '@sampan/contract/routes/contacts'
import type { RouteArgs } from '@sampan/contract/routes/route'
import { api } from '../../product/session/api.ts'
import type { Imported } from './import-result.tsx'

/** What is around the list goes with it. */
const lotBytes = contactsLimits.importBytes - 4096

/** One key for all of them: what was brought in by a try that broke off is told as such, not done again. */
export async function bringContacts({ contacts, ...body }: RouteArgs<typeof importContacts>['body']): Promise<Imported> {
  const sum = { added: 0, known: 0, leftOut: 0 }
  for (const lot of lotsOf(contacts, lotBytes)) {
    const { added, known, leftOut } = await api.call(importContacts, { body: { ...body, contacts: [...lot] } })
    sum.added += added
    sum.known += known
    sum.leftOut += leftOut
  }
  return sum
}
