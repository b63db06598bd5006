/** Who was asked, with what came of them, page by page. */
import { pageRows } from '@sampan/contract/limits'
import { listSuppliers } from '@sampan/contract/routes/request-following'
import type { ReceivedFile, RequestSlot, RequestSupplier } from '@sampan/contract/routes/request-grid'
import { baseName } from '@sampan/contract/rules/file-path'
import { type Account, once } from '../account/sign-in.ts'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { withRetries } from '../with-retries.ts'

export async function allSuppliers(context: Context, { api }: Account, slug: string): Promise<RequestSupplier[]> {
  const found: RequestSupplier[] = []
  for (;;) {
    const args = { params: { slug }, query: { skip: found.length, limit: pageRows.max }, ...once(context) }
    const { suppliers, matchCount } = await withRetries(context, () => api.call(listSuppliers, args))
    found.push(...suppliers)
    if (suppliers.length === 0 || found.length >= matchCount) return found
  }
}

const isCalled = ({ email, name }: RequestSupplier, word: string): boolean =>
  [email, name].some((own) => own?.toLowerCase() === word.toLowerCase())

/** Those that are named; all where none is. Throws where a word names nobody. */
export function chosenSuppliers(suppliers: readonly RequestSupplier[], from: readonly string[]): RequestSupplier[] {
  const unknown = from.find((word) => !suppliers.some((supplier) => isCalled(supplier, word)))
  if (unknown !== undefined) throw new Stop('failed', 'supplierUnknown', { word: unknown })
  return suppliers.filter((supplier) => from.length === 0 || from.some((word) => isCalled(supplier, word)))
}

export type Came = { supplier: RequestSupplier; slot: RequestSlot; file: ReceivedFile }

/** What nothing newer has taken the place of. */
export const newestOf = (suppliers: readonly RequestSupplier[]): Came[] =>
  suppliers.flatMap((supplier) =>
    supplier.slots.flatMap((slot) =>
      slot.files.filter(({ isReplaced }) => !isReplaced).map((file) => ({ supplier, slot, file })),
    ),
  )

/** By path, or by a name that one file alone has; all where none is named. */
export function chosenFiles(came: readonly Came[], wanted: readonly string[]): Came[] {
  const byWord = wanted.map((word) => {
    const byPath = came.filter(({ file }) => file.path === word)
    const byName = came.filter(({ file }) => baseName(file.path) === word)
    const found = byPath.length > 0 ? byPath : byName.length === 1 ? byName : []
    if (found.length === 0) throw new Stop('refused', 'nothingChosen', { name: word })
    return found
  })
  const chosen = new Set(byWord.flat())
  return wanted.length === 0 ? [...came] : came.filter((one) => chosen.has(one))
}
