/** Makes what can be looked at small, or heard on every phone, of an owner's files (K5, Q9): some of them, then it is another owner's turn. */
import { extensionOf } from '@sampan/contract/rules/file-path'
import { inTransaction } from '../../db/connect.ts'
import type { JobTry } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { NotRendered, type Rendered, type Renderer, type RenderTask, startRenderer } from '../renditions/index.ts'
import type { ContentHooks } from './content-hooks.ts'
import { endRendering, type FileToRender, filesToRender, insertRendition } from './queries-renditions.ts'
import { readBytes } from './read-blob.ts'
import { noteRendering, queueTurn } from './render-later.ts'
import { openRendition, sealRendition } from './sealed-rendition.ts'
import { isLost } from './verify-blob.ts'

/** A turn is over after so many files, and with the file that makes it so long. */
const turn = { files: 20, seconds: 5 }

/** May run twice: what is there stays. */
export async function renderTurn(services: Services, hooks: ContentHooks, ownerId: string, tried: JobTry): Promise<void> {
  const { db } = services
  const waiting = await filesToRender(db, ownerId, turn.files)
  if (waiting.length === 0) return
  const uploadIds = await renderSome(services, waiting, tried, ownerId)
  for (const uploadId of uploadIds) await hooks.onChanged(uploadId)
  await queueTurn(db, services, ownerId)
}

/** The uploads of which something was rendered. What it took counts also where it ends with an error. */
async function renderSome(
  services: Services,
  waiting: readonly FileToRender[],
  tried: JobTry,
  ownerId: string,
): Promise<Set<string>> {
  const renderer = startRenderer()
  const uploadIds = new Set<string>()
  try {
    for (const file of waiting) {
      if (renderer.usedSeconds() >= turn.seconds) break
      await renderFile(services, renderer, file, tried)
      uploadIds.add(file.uploadId)
    }
  } finally {
    renderer.close()
    await noteRendering(services.db, services, ownerId, Math.ceil(renderer.usedSeconds()))
  }
  return uploadIds
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
    return await renderer.render(await taskOf(services, file))
  } catch (error) {
    if (!(error instanceof NotRendered) && !isLost(error, tried)) throw error
    services.log.info({ fileId: file.id, reason: (error as Error).message }, 'no picture or sound could be made of a file')
    return null
  }
}

async function taskOf(services: Services, file: FileToRender): Promise<RenderTask> {
  const { id: fileId, wrappedKey, poster, media, offset } = file
  const [blobId, ending] = [file.blobId!, extensionOf(file.path)]
  if (poster)
    return { bytes: openRendition(services, { fileId, form: 'poster', blobId, wrappedKey }, poster), ending, as: 'poster' }
  const bytes = await readBytes(services, blobId, offset, offset + file.size)
  return { bytes, ending, as: media === 'voice' ? 'voice' : 'file' }
}
