/** `request show`: one file request, with what came of whom. */

import type { RequestSlot, RequestSupplier } from '@sampan/contract/routes/request-grid'
import { type RequestDetail, readFileRequest } from '@sampan/contract/routes/requests'
import { requestGrid } from '@sampan/texts/registry/request-grid'
import { accountFor, once } from '../account/sign-in.ts'
import type { Context } from '../context.ts'
import { onRequest } from '../find.ts'
import { tableLines } from '../show/table.ts'
import { harmless } from '../show/text-width.ts'
import { isoOf, momentWords, requestState } from '../show/words.ts'
import type { RequestShowWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'
import { eventOf, receivedWords } from './list-requests.ts'
import { allSuppliers } from './suppliers.ts'

type Names = { supplier: string; document: string }

function namesOf({ language }: Context, { documents }: RequestDetail, supplier: RequestSupplier, slot: RequestSlot): Names {
  const words = requestGrid[language]
  const document = documents.find(({ _id }) => _id === slot.documentId)?.name ?? words.other
  return { supplier: supplier.email ?? (supplier.name || words.someone), document }
}

/** A line for each file; for a document of which nothing came, one without. */
function rowsOf(context: Context, detail: RequestDetail, suppliers: readonly RequestSupplier[]): string[][] {
  const { states } = requestGrid[context.language]
  return suppliers.flatMap((supplier) =>
    supplier.slots.flatMap((slot) => {
      const { supplier: who, document } = namesOf(context, detail, supplier, slot)
      const files = slot.files.filter(({ isReplaced }) => !isReplaced)
      if (files.length === 0) return slot.documentId === null ? [] : [[who, document, states[slot.state], '–', '–']]
      return files.map(({ path, size, decision }) => [who, document, states[decision], context.show.size(size), path])
    }),
  )
}

function tellPrograms(
  { show }: Context,
  { request, documents }: RequestDetail,
  suppliers: readonly RequestSupplier[],
  link: string | null,
) {
  show.event('request', { ...eventOf(request), link })
  for (const { _id, email, name, slots } of suppliers) {
    for (const { documentId, state, files } of slots) {
      const document = documents.find((each) => each._id === documentId)?.name ?? null
      const told = files
        .filter(({ isReplaced }) => !isReplaced)
        .map(({ fileId, path, size, decision, receivedAt }) => ({ fileId, path, size, decision, receivedAt: isoOf(receivedAt) }))
      show.event('slot', { supplierId: _id, email, name, document, state, files: told })
    }
  }
}

function headOf(context: Context, { request }: RequestDetail, link: string | null): string[] {
  const { show, language } = context
  const facts: [string, string][] = [
    [show.sentence('columnState'), requestState(request, language)],
    [show.sentence('columnReceived'), receivedWords(request, context)],
    [show.sentence('columnDue'), momentWords(request.dueAt, language)],
    ...(link ? [[show.sentence('factLink'), link] as [string, string]] : []),
  ]
  return [
    harmless(request.title || show.sentence('untitled')),
    ...facts.map(([name, value]) => show.sentence('fact', { name, value })),
  ]
}

const columns = ['columnSupplier', 'columnDocument', 'columnState', 'columnSize', 'columnFile'] as const

export async function showRequest(context: Context, wish: RequestShowWish): Promise<void> {
  const { show } = context
  const account = await accountFor(context, wish)
  const read = (slug: string) =>
    withRetries(context, () => account.api.call(readFileRequest, { params: { slug }, ...once(context) }))
  const detail = await onRequest(context, account, wish.request, read)
  const suppliers = await allSuppliers(context, account, detail.request.slug)
  const { linkUrl } = detail.request
  const link = linkUrl && new URL(linkUrl, account.server).href
  tellPrograms(context, detail, suppliers, link)
  const rows = rowsOf(context, detail, suppliers)
  const head = columns.map((key) => show.sentence(key))
  show.result([...headOf(context, detail, link), ...(rows.length > 0 ? ['', ...tableLines(head, rows)] : [])].join('\n'))
}
