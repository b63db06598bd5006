/** Makes what can be looked at small, or heard on every phone, of an upload's files (K5, Q9). */
import { extensionOf } from '@sampan/contract/rules/file-path'
import { inTransaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import { addJob, type JobTry } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { transfersOfUpload } from '../transfers/index.ts'
import {
  endRendering,
  type FileToRender,
  filesToRender,
  insertRendition,
  isLost,
  readBytes,
  renderKey,
  renderQueue,
  renderUploadJob,
  sealRendition,
} from '../uploads/index.ts'
import type { Rendered } from './render.ts'
import { NotRendered, type Renderer, startRenderer } from './renderer.ts'

/** Of one run; then it is another upload's turn. */
const filesPerRun = 20

/** May run twice: what is there stays. */
export async function renderUpload(services: Services, uploadId: string, tried: JobTry): Promise<void> {
  const { db } = services
  const waiting = await filesToRender(db, uploadId, filesPerRun)
  if (waiting.length === 0) return
  const renderer = startRenderer()
  try {
    for (const file of waiting) await renderFile(services, renderer, file, tried)
  } finally {
    renderer.close()
  }
  for (const { ownerId, slug } of await transfersOfUpload(db, uploadId))
    await inTransaction(db, (tx) => notifyLive(tx, { ownerId, slug, what: 'transfer' }))
  await addJob(db, renderUploadJob, { uploadId }, { key: renderKey(uploadId), queue: renderQueue })
}

async function renderFile(services: Services, renderer: Renderer, file: FileToRender, tried: JobTry): Promise<void> {
  const rendered = await renderedOf(services, renderer, file, tried)
  const { id: fileId, wrappedKey } = file
  const blobId = file.blobId!
  await inTransaction(services.db, async (tx) => {
    if (!(await endRendering(tx, fileId, rendered ? 'done' : 'failed'))) return
    for (const { form, type, bytes } of rendered ?? []) {
      const sealed = sealRendition(services, { fileId, form, blobId, wrappedKey }, bytes)
      await insertRendition(tx, { fileId, form, type, sizeBytes: bytes.length, sealed, createdAt: services.clock() })
    }
  })
}

/** Null where nothing can be made of it, now or later. */
async function renderedOf(services: Services, renderer: Renderer, file: FileToRender, tried: JobTry): Promise<Rendered[] | null> {
  // What a virus was found in is opened by nobody.
  if (file.scan === 'infected') return null
  try {
    const bytes = await readBytes(services, file.blobId!, file.offset, file.offset + file.size)
    return await renderer.render({ bytes, ending: extensionOf(file.path), isVoice: file.media === 'voice' })
  } catch (error) {
    if (!(error instanceof NotRendered) && !isLost(error, tried)) throw error
    services.log.info({ fileId: file.id, reason: (error as Error).message }, 'no picture or sound could be made of a file')
    return null
  }
}
