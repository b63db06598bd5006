/** Received files as they are downloaded: one as it is, several as a zip with a folder for each supplier, and in it for each document. */
import { Problem } from '@sampan/contract/errors'
import { baseName } from '@sampan/contract/rules/file-path'
import { fileRepresentation, type Representation, zipRepresentation } from '../../delivery/representation.ts'
import type { Services } from '../../services.ts'
import { readBlob } from '../content/index.ts'
import { requireHarmless } from '../downloads/index.ts'
import { documentsOf } from './queries.ts'
import type { SentFile } from './queries-submissions.ts'
import { suppliersOf } from './queries-suppliers.ts'
import type { Received } from './received-address.ts'

const dateOf = ({ lastModified, receivedAt, createdAt }: Pick<SentFile, 'lastModified' | 'receivedAt' | 'createdAt'>): Date =>
  lastModified ?? receivedAt ?? createdAt
const latest = (files: readonly SentFile[]): Date =>
  new Date(Math.max(...files.map((file) => (file.receivedAt ?? file.createdAt).getTime())))

/** A folder never begins another: what people call themselves may hold anything. */
const segment = (name: string): string => name.replaceAll('/', '-').trim()

async function pathsOf({ db }: Pick<Services, 'db'>, { request, files }: Received): Promise<string[]> {
  const people = new Map((await suppliersOf(db, request.id)).map((supplier, at) => [supplier.id, { ...supplier, at }]))
  const documents = new Map((await documentsOf(db, request.id)).map(({ id, name }) => [id, name]))
  const called = (id: string): string => {
    const { name = '', email = null, at = 0 } = people.get(id) ?? {}
    return segment(name || email || String(at + 1))
  }
  // Two of one name are two folders.
  const folders = new Map<string, string>()
  const taken = new Set<string>()
  const twins = new Map<string, number>()
  for (const { supplierId } of files) {
    if (folders.has(supplierId)) continue
    const name = called(supplierId)
    let folder = name
    for (let number = twins.get(name) ?? 2; taken.has(folder); number++) {
      folder = `${name} (${number})`
      twins.set(name, number + 1)
    }
    taken.add(folder)
    folders.set(supplierId, folder)
  }
  return files.map(({ supplierId, documentId, path }) => {
    const document = documentId && documents.get(documentId)
    return [folders.get(supplierId)!, ...(document ? [segment(document)] : []), path].join('/')
  })
}

export async function representationOf(services: Services, received: Received): Promise<Representation> {
  const { request, files, isOne } = received
  if (files.some(({ isLost }) => isLost)) throw new Problem('fileLost')
  requireHarmless(services, { isArriving: false }, files)
  const open = (blobId: string, from: number, to: number) => readBlob(services, blobId, from, to)
  const served = files.map(({ fileId: id, ...file }) => ({ ...file, id, modifiedAt: dateOf(file) }))
  if (isOne && served[0]) return fileRepresentation(open, served[0], request.slug)
  const paths = await pathsOf(services, received)
  // What one of them sent is called by that one, beside the download of everything.
  const senders = new Set(paths.map((path) => path.split('/', 1)[0]!))
  const title = [segment(request.title), ...(senders.size === 1 ? senders : [])].filter(Boolean).join(' - ')
  return zipRepresentation(
    open,
    served.map((file, at) => ({ ...file, path: paths[at]! })),
    {
      identity: request.id,
      name: baseName(title) || request.slug,
      fallbackName: request.slug,
      lastModified: latest(files),
    },
  )
}
