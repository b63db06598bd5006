/** What is known of a sending that may be interrupted: which upload it is, and whether it was published. One file for each. */
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Checkpoint, type CheckpointStore, isSameFiles } from '@sampan/client/upload/checkpoint'
import type { SourceFile } from '@sampan/client/upload/upload'
import { uploadKeptSeconds } from '@sampan/contract/limits'
import { readOwnJson, removeOwn, writeOwnJson } from '../own-files.ts'

type Kept = Checkpoint & {
  /** Set before the server is asked to: from then on the upload is never begun anew by itself, or people would get it twice. */
  isPublished?: boolean
}
export type SendRecord = {
  /** For the upload engine. */
  checkpoints: CheckpointStore
  /** The id of a published upload of the same files. */
  published(): string | null
  markPublished(uploadId: string): void
  forget(): void
  lockPath: string
}

/** Only the same files to the same people in the same words go on with what was interrupted. */
export function sendKey(command: unknown, files: readonly SourceFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify(command))
  for (const { path, size } of files) hash.update(`\0${path}\0${size}`)
  return hash.digest('hex').slice(0, 40)
}

/** The server keeps no upload for longer. */
function removeOld(dir: string): void {
  try {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name)
      if (Date.now() - statSync(path).mtimeMs > 2 * uploadKeptSeconds * 1000) removeOwn(path)
    }
  } catch {
    // There is none yet.
  }
}

export function openSendRecord(stateDir: string, key: string, owner: string, files: readonly SourceFile[]): SendRecord {
  const dir = join(stateDir, 'sending')
  const path = join(dir, `${key}.json`)
  const plain = files.map(({ path, size, lastModified }) => ({ path, size, ...(lastModified !== undefined && { lastModified }) }))
  removeOld(dir)
  const read = (): Kept | undefined => readOwnJson<Kept>(path)
  const write = (kept: Kept) => writeOwnJson(path, kept)
  return {
    lockPath: join(dir, `${key}.lock`),
    checkpoints: {
      get: async () => read() ?? null,
      // Called again while the upload runs, long after it was published.
      put: async (_, checkpoint) => write({ ...checkpoint, isPublished: read()?.isPublished ?? false }),
      remove: async () => removeOwn(path),
    },
    published() {
      const kept = read()
      return kept?.isPublished && kept.owner === owner && isSameFiles(kept.files, plain) ? kept.uploadId : null
    },
    markPublished: (uploadId) => write({ uploadId, owner, savedAtMs: Date.now(), files: plain, isPublished: true }),
    forget: () => removeOwn(path),
  }
}
