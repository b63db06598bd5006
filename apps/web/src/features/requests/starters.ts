/** Templates that everybody has to begin with, in the words of the page's language (R5). */
import type { RequestTemplate } from '@sampan/contract/routes/requests'
import type { TFunction } from 'i18next'
import { draftsOf } from './documents.ts'
import { newDraft, templateOf } from './draft.ts'

/** What each is called, and the documents that it asks for, a line each; a question mark ends those that are not required. */
const starters = [
  ['starterImport', 'starterImportDocuments'],
  ['starterTax', 'starterTaxDocuments'],
  ['starterSupplier', 'starterSupplierDocuments'],
] as const

export type Starter = { name: string; template: RequestTemplate }

export const startersIn = (t: TFunction<'asking'>): Starter[] =>
  starters.map(([title, lines]) => {
    const name = t(title)
    const documents = t(lines)
      .split('\n')
      .map((line) => ({ name: line.replace(/\?$/, ''), note: '', accept: [], isRequired: !line.endsWith('?') }))
    return { name, template: templateOf({ ...newDraft, title: name, documents: draftsOf(documents, false) }) }
  })
