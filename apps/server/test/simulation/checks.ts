/** The invariants of reliability.md 4.2, as far as uploads have to do with them, from the rows, the disk and the journal. */
import type pg from 'pg'
import { sealedLength } from '../../src/adapters/storage/segments.ts'
import { readBlob } from '../../src/features/content/read-blob.ts'
import { type Journal, wrongBytes } from './journal.ts'
import type { Life } from './server-life.ts'
import type { SimClient } from './sim-client.ts'
import type { VirtualDisk } from './virtual-disk.ts'
import type { Network } from './virtual-network.ts'

export type Audited = {
  admin: pg.Client
  disk: VirtualDisk
  journal: Journal
  network: Network
  clients: SimClient[]
  life: () => Life
  crashes: () => number
  hasPowerOrErrors: () => boolean
  measured: { blobs: number; max: number }
}
type Complain = (text: string) => void

/** At any moment between two events. */
export async function audit(audited: Audited, complain: Complain): Promise<void> {
  await checkQuota(audited, complain)
  await checkAcknowledged(audited, complain)
  await checkVisible(audited, complain)
  checkDisk(audited, complain)
}

const usage = `
  select o.id, o.used_bytes::int as used_there, o.reserved_bytes::int as reserved_there,
    coalesce(sum(u.declared_bytes) filter (where u.state = 'complete'), 0)::int as used,
    coalesce(sum(u.declared_bytes) filter (where u.state = 'open'), 0)::int as reserved
  from owners o left join uploads u on u.owner_id = o.id group by o.id`
const declared = `
  select u.id, u.declared_bytes::int as declared, coalesce(sum(f.size), 0)::int as files from uploads u
  left join files f on f.upload_id = u.id and not f.is_removed where u.state <> 'discarded' group by u.id`
const received = `
  select u.id, u.received_bytes::int as reported, u.written_bytes::int as written, coalesce(sum(a.length), 0)::int as there from uploads u
  left join blobs b on b.upload_id = u.id left join attempts a on a.blob_id = b.id where u.state = 'open' group by u.id`

async function checkQuota({ admin }: Audited, complain: Complain): Promise<void> {
  for (const row of (await admin.query(usage)).rows)
    if (row.used_there !== row.used || row.reserved_there !== row.reserved) complain(`INV4 owner ${JSON.stringify(row)}`)
  for (const row of (await admin.query(declared)).rows)
    if (row.declared !== row.files) complain(`INV4 upload ${JSON.stringify(row)}`)
  for (const row of (await admin.query(received)).rows)
    if (row.reported !== row.there) complain(`INV4 received bytes ${JSON.stringify(row)}`)
}

const parts = `
  select a.blob_id, a."offset"::int as "from", a.length::int as length, a.container, a.position::int as position, a.crc32::bigint as crc,
    u.id as upload_id, u.state, u.is_suspect from attempts a join blobs b on b.id = a.blob_id join uploads u on u.id = b.upload_id`
const blobs = 'select b.id, b.size::int as size, u.state from blobs b join uploads u on u.id = b.upload_id'

/** INV1: what was acknowledged is listed; INV5: what is listed lies there. */
async function checkAcknowledged(audited: Audited, complain: Complain): Promise<void> {
  const { admin, disk, journal } = audited
  const rows = (await admin.query(parts)).rows
  const known = new Set((await admin.query(blobs)).rows.map(({ id }) => id))
  if (!audited.hasPowerOrErrors()) {
    for (const part of journal.sent) {
      if (part.ackedAtMs === null || !known.has(part.blobId)) continue
      const to = part.from + part.bytes.length
      const there = rows.filter((row) => row.blob_id === part.blobId && row.from < to && row.from + row.length > part.from)
      const bytes = there.reduce((sum, row) => sum + Math.min(to, row.from + row.length) - Math.max(part.from, row.from), 0)
      if (bytes !== part.bytes.length)
        complain(`INV1 sending ${part.seq} was acknowledged, and ${bytes} of its ${part.bytes.length} bytes are listed`)
    }
  }
  const sizes = new Map([...disk.files()].map(([name, { size }]) => [name, size]))
  for (const { container, position, length, state, is_suspect, blob_id } of rows) {
    const isInDoubt = is_suspect || (audited.hasPowerOrErrors() && state === 'open')
    if (!isInDoubt && (sizes.get(container) ?? -1) < position + sealedLength(length))
      complain(`INV5 a part of blob ${blob_id} is not in ${container}`)
  }
}

const visible = `
  select t.state, t.slug, u.state as upload, (select coalesce(sum(a.length), 0)::int from attempts a join blobs b on b.id = a.blob_id where b.upload_id = u.id) as there,
    (select coalesce(sum(f.size), 0)::int from files f where f.upload_id = u.id and not f.is_removed) as files
  from transfers t join uploads u on u.id = t.upload_id`
const mails = `select t.identifier, j.payload::text as payload, count(*)::int as count from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier not like 'uploads:%' group by 1, 2 having count(*) > 1`

/** INV3: whole, or marked as still uploading. INV7: each mail once. */
async function checkVisible({ admin }: Audited, complain: Complain): Promise<void> {
  for (const row of (await admin.query(visible)).rows) {
    if ((row.state === 'active') !== (row.upload === 'complete')) complain(`INV3 ${JSON.stringify(row)}`)
    if (row.state === 'active' && row.there < row.files) complain(`INV3 ${JSON.stringify(row)}`)
  }
  for (const row of (await admin.query(mails)).rows) complain(`INV7 ${JSON.stringify(row)}`)
}

/** An upload takes no more space than what it declares, a little, and what is under way; where nothing was replaced or lost. */
function checkDisk(audited: Audited, complain: Complain): void {
  const { disk, journal, network, measured } = audited
  if (audited.crashes() > 0 || audited.hasPowerOrErrors()) return
  const ids = [...new Set(journal.sent.map(({ blobId }) => blobId))]
  for (const id of ids) {
    const sent = journal.ofBlob(id)
    const end = Math.max(...sent.map(({ from, bytes }) => from + bytes.length))
    if (isReplaced(sent)) continue
    const used = disk.usedBytes((name) => name.startsWith(id))
    const maxBytes = 1.05 * end + network.underWay.max + 16 * 4096
    measured.blobs++
    measured.max = Math.max(measured.max, (used - network.underWay.max) / end)
    if (used > maxBytes) complain(`blob ${id} of ${end} bytes takes ${used}, with ${network.underWay.max} under way at most`)
  }
}

function isReplaced(sent: readonly { from: number; bytes: Buffer }[]): boolean {
  const first = new Map<number, Buffer>()
  for (const { from, bytes } of sent) {
    const other = first.get(from)
    if (other && !other.subarray(0, bytes.length).equals(bytes.subarray(0, other.length))) return true
    first.set(from, bytes)
  }
  return false
}

/** When everybody has finished and nothing is under way. */
export async function auditEnd(
  audited: Audited,
  complain: Complain,
  until: (isDone: () => boolean) => Promise<void>,
): Promise<void> {
  await audit(audited, complain)
  let isDone = false
  void checkContents(audited, complain)
    .catch((error) => complain(`INV2 cannot be read: ${error.stack}`))
    .finally(() => {
      isDone = true
    })
  await until(() => isDone)
  const { admin, disk } = audited
  const known = new Set((await admin.query(blobs)).rows.map(({ id }) => id))
  if (!audited.crashes())
    for (const [name] of disk.files())
      if (name.includes('.') && !known.has(name.split('.')[0]!)) complain(`INV5 INV8 ${name} has no row`)
  const jobs = (
    await admin.query(
      `select t.identifier, j.last_error, j.attempts from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like 'uploads:%'`,
    )
  ).rows
  for (const job of jobs) complain(`a job is left: ${JSON.stringify(job)}`)
}

/** INV1, INV2: every file of a sent transfer is as it was acknowledged. */
async function checkContents({ clients, life, journal }: Audited, complain: Complain): Promise<void> {
  const { services, pool } = life()
  for (const client of clients) {
    if (client.state !== 'finished') continue
    const asked = `select f.path, f.size::int as size, f.blob_id, f."offset"::int as "from" from files f join uploads u on u.id = f.upload_id where u.slug = $1 and not f.is_removed order by f.position`
    const { rows } = await pool.query(asked, [client.slug])
    const wanted = client.wish.files.map(({ path, size }) => `${path} ${size}`).sort()
    const there = rows.map(({ path, size }) => `${path} ${size}`).sort()
    if (wanted.join() !== there.join()) complain(`INV2 ${client.who.name} sent ${wanted}, and there is ${there}`)
    for (const { path, size, blob_id: blobId, from } of rows) {
      if (size === 0) continue
      const pieces: Buffer[] = []
      for await (const batch of readBlob(services, blobId, from, from + size)) {
        pieces.push(...batch.pieces.map((piece) => Buffer.from(piece)))
        batch.release()
      }
      const bytes = Buffer.concat(pieces)
      if (bytes.length !== size) complain(`INV2 ${path} has ${bytes.length} of ${size} bytes`)
      const wrong = wrongBytes(journal, blobId, from, bytes)
      if (wrong) complain(`INV1 INV2 ${client.who.name} ${path}: ${wrong}`)
    }
  }
}
