/** The example of a document as whoever is asked downloads it: while the request takes something from them, and no scanner keeps it back. */
import { Problem } from '@sampan/contract/errors'
import { fileRepresentation, type Representation } from '../../delivery/representation.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { readBlob } from '../content/index.ts'
import { requireHarmless } from '../downloads/index.ts'
import { findRequest } from './queries.ts'
import { examplesOf } from './queries-examples.ts'
import { findSender, type LinkQuery } from './visitor.ts'

/** `mayGoOn`: neither was the request deleted or taken down meanwhile, nor has the document another example. */
export async function exampleBytes(
  services: Services,
  actor: Actor,
  link: LinkQuery,
  documentId: string,
): Promise<{ what: Representation; mayGoOn: () => Promise<boolean> }> {
  const { request } = await findSender(services, actor, link)
  const find = async () => (await examplesOf(services.db, request.id)).get(documentId)
  const file = await find()
  // A foreign id is an unknown one.
  if (!file) throw new Problem('requestUnknown')
  if (file.isLost) throw new Problem('fileLost')
  requireHarmless(services, { isArriving: false }, [file])
  const served = { ...file, modifiedAt: file.lastModified ?? request.createdAt }
  const what = fileRepresentation((blobId, from, to) => readBlob(services, blobId, from, to), served, request.slug)
  const mayGoOn = async () => {
    const now = await findRequest(services.db, { id: request.id })
    return now !== undefined && !now.takenDown && (await find())?.id === file.id
  }
  return { what, mayGoOn }
}
