/** All contacts as a file, a page at a time: also 100,000 are never held at once. */
import { Problem } from '@sampan/contract/errors'
import { contactCsvHeader, contactCsvLine } from '@sampan/contract/rules/contact-csv'
import { csvStart } from '@sampan/contract/rules/csv'
import { writeVcard } from '@sampan/contract/rules/vcard'
import type { SignedIn } from '../../http/actor.ts'
import type { Needs } from './change-contacts.ts'
import * as queries from './queries.ts'
import { findGroup } from './queries-groups.ts'

const formats = {
  csv: { type: 'text/csv; charset=utf-8', name: 'contacts.csv', start: csvStart + contactCsvHeader, write: contactCsvLine },
  vcard: { type: 'text/vcard; charset=utf-8', name: 'contacts.vcf', start: '', write: writeVcard },
} as const
type Asked = { format: keyof typeof formats; group?: string | undefined }
const perPage = 1000

export async function exportContacts({ db }: Needs, { ownerId }: Pick<SignedIn, 'ownerId'>, { format, group }: Asked) {
  if (group && !(await findGroup(db, ownerId, group))) throw new Problem('notYours')
  const { type, name, start, write } = formats[format]
  async function* texts() {
    yield start
    for (let after = ''; ; ) {
      const page = await queries.contactsAfter(db, { ownerId, group }, after, perPage)
      yield page.map(write).join('')
      if (page.length < perPage) return
      after = page.at(-1)!.email
    }
  }
  return { type, name, texts: texts() }
}
