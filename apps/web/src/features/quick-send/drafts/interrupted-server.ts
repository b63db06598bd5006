/** What the server has of an interrupted upload: it alone knows, and it forgets what is too old. */
import type { CheckpointFile } from '@sampan/client/upload/checkpoint'
import { Problem } from '@sampan/contract/errors'
import { takeBack } from '@sampan/contract/routes/transfers'
import { discardUpload, readUpload, stsAuth } from '@sampan/contract/routes/uploads'
import { removeCheckpointOf } from '../../../product/files/checkpoints.ts'
import type { WantedFile } from '../../../product/files/picked-again.ts'
import { bytesOfFiles, type ServerUpload } from '../../../product/files/stored-bytes.ts'
import { api } from '../../../product/session/api.ts'
import type { Interrupted } from '../form/form-state.ts'
import type { KeptUpload } from '../form/kept-draft-store.ts'

async function ticketFor(accountId: string | null, signal?: AbortSignal): Promise<string> {
  const body = accountId ? { id: accountId, type: 'userUpload' as const } : { id: 'home', type: 'anonUpload' as const }
  return (await api.call(stsAuth, { body, signal })).SecurityToken
}

const unplanned = (file: CheckpointFile): WantedFile => ({ ...file, isWhole: file.size === 0, isNew: true })

/** The server's word on paths and sizes, the browser's on dates where it knows them; what the server was not told of yet comes last. */
export function interruptedOf(reply: ServerUpload, kept: readonly CheckpointFile[], upload: KeptUpload): Interrupted {
  const bytes = bytesOfFiles(reply)
  const dates = new Map(kept.map(({ path, lastModified }) => [path, lastModified]))
  const planned = reply.files.map(({ path, size, lastModified }) => ({
    path,
    size,
    lastModified: dates.get(path) ?? lastModified,
    isWhole: size === (bytes.get(path) ?? 0),
  }))
  const more = kept.filter(({ path }) => !bytes.has(path)).map(unplanned)
  const storedBytes = [...bytes.values()].reduce((sum, count) => sum + count, 0)
  const { slug, expiresAt } = reply
  return { upload, slug, files: [...planned, ...more], storedBytes, untilMs: Date.parse(expiresAt), left: [] }
}

/** Nothing was sent, or it is gone: the files are only asked for again. */
export const onlyFiles = (files: readonly CheckpointFile[]): Interrupted | null =>
  files.some(({ size }) => size > 0)
    ? {
        upload: null,
        slug: null,
        files: files.map(unplanned),
        storedBytes: 0,
        untilMs: null,
        left: [],
      }
    : null

/** Discarded, expired, another's. */
const isGone = (error: unknown): boolean => error instanceof Problem && ['uploadNotFound', 'uploadClosed'].includes(error.code)

/** 'complete': it arrived as a whole, though this browser was not told. Rejects where nobody answers. */
export async function readInterrupted(
  upload: KeptUpload,
  kept: readonly CheckpointFile[],
  { accountId, signal }: { accountId: string | null; signal: AbortSignal },
): Promise<Interrupted | 'complete' | null> {
  try {
    const ticket = await ticketFor(accountId, signal)
    const reply = await api.call(readUpload, { params: { uploadId: upload.uploadId }, ticket, signal })
    if (reply.state === 'complete') return 'complete'
    return reply.state === 'open' ? interruptedOf(reply, kept, upload) : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** What was done already, by a first try or by time, is as good. */
async function unlessGone(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Its bytes go on the server, its traces here. What was sent already, but is not whole, is cancelled first: nobody was mailed. */
export async function discardInterrupted(
  { upload, slug }: Pick<Interrupted, 'upload' | 'slug'>,
  accountId: string | null,
): Promise<void> {
  if (!upload) return
  const { uploadId, isPublished } = upload
  if (isPublished && slug) await unlessGone(() => api.call(takeBack, { body: { slug } }))
  await unlessGone(async () => api.call(discardUpload, { params: { uploadId }, ticket: await ticketFor(accountId) }))
  await removeCheckpointOf(uploadId)
}
