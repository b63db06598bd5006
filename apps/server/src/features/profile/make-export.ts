/** The job that makes a copy: a zip, written and sealed piece by piece, there as a whole or not at all. May run twice. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { exportKeptSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import { centralHeader, endRecords, localHeader } from '../../delivery/zip-records.ts'
import { addJob, type JobTry } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { exportEntries } from './export-entries.ts'
import { exportReadyJob } from './job-names.ts'
import * as queries from './queries-export.ts'
import { readSealed, type SealedWriter, writeSealed } from './sealed-file.ts'

type Needs = Pick<Services, 'db' | 'config' | 'secrets' | 'clock'>

const folderOf = ({ config }: Pick<Services, 'config'>): string => join(config.dataDir, 'exports')
export const exportFile = (needs: Pick<Services, 'config'>, exportId: string): string => join(folderOf(needs), exportId)
export const sealOf = ({ secrets }: Pick<Services, 'secrets'>, exportId: string) => ({ secret: secrets.export, name: exportId })

async function writeZip(needs: Needs, userId: string, out: SealedWriter): Promise<number> {
  const directory: { meta: Parameters<typeof localHeader>[0]; offset: number }[] = []
  let size = 0
  const put = async (bytes: Buffer) => {
    await out.write(bytes)
    size += bytes.length
  }
  for await (const { name, bytes } of exportEntries(needs, userId)) {
    const meta = { name, size: bytes.length, crc32: crc32(bytes), modifiedAt: needs.clock() }
    directory.push({ meta, offset: size })
    await put(localHeader(meta))
    await put(bytes)
  }
  const start = size
  for (const { meta, offset } of directory) await put(centralHeader(meta, offset))
  await put(endRecords(directory.length, start, size - start))
  await out.end()
  return size
}

/** A try of its own name: two that run at once do not write into each other's file, and the last to end is as good as the first. */
async function withDraft<T>(
  needs: Needs,
  { id, userId }: queries.ExportRow,
  use: (draft: string, size: number) => Promise<T>,
): Promise<T> {
  await mkdir(folderOf(needs), { recursive: true, mode: 0o700 })
  const draft = `${exportFile(needs, id)}.${randomUUID()}`
  const out = await writeSealed(draft, sealOf(needs, id))
  try {
    return await use(draft, await writeZip(needs, userId, out))
  } catch (error) {
    await out.giveUp().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

const writeFile = (needs: Needs, wanted: queries.ExportRow): Promise<number> =>
  withDraft(needs, wanted, async (draft, size) => {
    await rename(draft, exportFile(needs, wanted.id))
    return size
  })

/**
 * A ready copy that lies on the disk of another machine, or went with a lost one, is made once more, of what is there now. Its file has
 * no name by the time it is read, so nothing of it stays here.
 */
export const openAnew = (needs: Needs, ready: queries.ExportRow): ReturnType<typeof readSealed> =>
  withDraft(needs, ready, async (draft) => {
    const opened = await readSealed(draft, sealOf(needs, ready.id))
    await rm(draft)
    return opened
  })

export async function makeExport(needs: Needs, exportId: string, tried: JobTry): Promise<void> {
  const wanted = await queries.findExport(needs.db, { id: exportId })
  if (wanted?.state !== 'waiting') return
  try {
    const sizeBytes = await writeFile(needs, wanted)
    await notifyReady(needs, wanted, sizeBytes)
  } catch (error) {
    if (tried.attempt >= tried.maxAttempts)
      await inTransaction(needs.db, (tx) => queries.endExport(tx, exportId, { state: 'failed' }))
    throw error
  }
}

const notifyReady = ({ db, clock }: Needs, { id, userId }: queries.ExportRow, sizeBytes: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    const set = { state: 'ready', sizeBytes, readyAt: now, expiresAt: addSeconds(now, exportKeptSeconds) } as const
    if (await queries.endExport(tx, id, set)) await addJob(tx, exportReadyJob, { mailId: id, userId })
  })

/** What is over, and files that belong to no copy: of former ones, of accounts that are gone, of tries that died. */
export async function sweepExports(needs: Needs): Promise<void> {
  await queries.deleteOldExports(needs.db, needs.clock())
  const names = await readdir(folderOf(needs)).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // The files first, then the rows: what is begun meanwhile is in the rows. A row whose copy is made keeps no drafts.
  const known = new Map((await queries.exportStates(needs.db)).map(({ id, state }) => [id, state]))
  for (const name of names) {
    const [id = '', draft] = name.split('.')
    if (!known.has(id) || (draft && known.get(id) !== 'waiting')) await rm(join(folderOf(needs), name), { force: true })
  }
}
