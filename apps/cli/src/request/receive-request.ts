/** `request receive`: what came to a file request, in a folder for each supplier and in it for each document; what came since the last run comes the next time. */
import { exportAddressSeconds } from '@sampan/contract/limits'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { receivedAddress } from '@sampan/contract/routes/request-following'
import type { RequestSupplier } from '@sampan/contract/routes/request-grid'
import { type RequestDetail, readFileRequest } from '@sampan/contract/routes/requests'
import { type Account, accountFor, once } from '../account/sign-in.ts'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { onRequest } from '../find.ts'
import { bringHere, folderOf, withJournal } from '../receive/bring-here.ts'
import type { Seen, Source } from '../receive/receive-all.ts'
import type { RequestReceiveWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'
import { allSuppliers, type Came, chosenFiles, chosenSuppliers, newestOf } from './suppliers.ts'

/** What people call themselves may hold anything: a folder never begins another. */
const segment = (name: string): string => name.replaceAll('/', '-').trim()

/** As in the zip of everything: by name, else by address, else by number; two of one name are two folders. */
function foldersOf(suppliers: readonly RequestSupplier[]): Map<string, string> {
  const folders = new Map<string, string>()
  const taken = new Set<string>()
  for (const [at, { _id, name, email }] of suppliers.entries()) {
    const called = segment(name || email || String(at + 1))
    let folder = called
    for (let number = 2; taken.has(folder); number++) folder = `${called} (${number})`
    taken.add(folder)
    folders.set(_id, folder)
  }
  return folders
}

function fileOf({ supplier, slot, file }: Came, folders: Map<string, string>, { documents }: RequestDetail): PublicFile {
  const document = documents.find(({ _id }) => _id === slot.documentId)
  const path = [folders.get(supplier._id)!, ...(document ? [segment(document.name)] : []), file.path].join('/')
  const isInfected = file.warning === 'infected'
  return {
    fileId: file.fileId,
    path,
    size: file.size,
    lastModified: null,
    ...(isInfected && { scan: 'infected', isBlocked: true }),
  }
}

async function look(
  context: Context,
  account: Account,
  detail: RequestDetail,
  { from, files }: RequestReceiveWish,
): Promise<Seen> {
  const suppliers = await allSuppliers(context, account, detail.request.slug)
  const folders = foldersOf(suppliers)
  const came = chosenFiles(newestOf(chosenSuppliers(suppliers, from)), files)
  const found = came.map((one) => fileOf(one, folders, detail))
  return { files: found, totalBytes: found.reduce((sum, { size }) => sum + size, 0), downloadsLeft: null }
}

/** Addresses live for some minutes: a range that is asked for later gets another one. */
function addressesOf(context: Context, { api, server }: Account, slug: string): Source['urlOf'] {
  const known = new Map<string, { url: Promise<string>; at: number }>()
  const ask = async (fileId: string): Promise<string> => {
    const args = { params: { slug }, body: { fileIds: [fileId] }, ...once(context) }
    return new URL((await withRetries(context, () => api.call(receivedAddress, args))).url, server).href
  }
  return ({ fileId }) => {
    const before = known.get(fileId)
    if (before && performance.now() - before.at < (exportAddressSeconds * 1000) / 2) return before.url
    const next = { url: ask(fileId), at: performance.now() }
    // A refusal is asked for anew by whoever comes next.
    next.url.catch(() => known.delete(fileId))
    known.set(fileId, next)
    return next.url
  }
}

export async function receiveRequest(context: Context, wish: RequestReceiveWish): Promise<void> {
  const account = await accountFor(context, wish)
  const read = (slug: string) =>
    withRetries(context, () => account.api.call(readFileRequest, { params: { slug }, ...once(context) }))
  const detail = await onRequest(context, account, wish.request, read)
  const { slug } = detail.request
  const folder = folderOf(context, wish.into)
  const { isOverwriting } = wish
  await withJournal(context, { server: account.server, request: slug, folder, isOverwriting }, async (journal) => {
    const source: Source = {
      look: () => look(context, account, detail, wish),
      urlOf: addressesOf(context, account, slug),
      zips: null,
    }
    const first = await source.look()
    if (first.files.length === 0) throw new Stop('failed', 'nothingReceived')
    await bringHere(context, { source, journal, folder, wanted: [], isOverwriting, isForgotten: false }, first)
  })
}
