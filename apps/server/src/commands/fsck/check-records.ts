/** Rows against rows: deletions that stopped half-way, uploads without transfers, sizes, quota and slugs counted anew (INV4). */
import type { Database } from '../../db/connect.ts'
import { type Finding, type FindingKind, newFinding } from './findings.ts'
import * as queries from './queries.ts'
import * as repairs from './queries-repair.ts'

/** `mend` answers whether it did; null where there is no right thing to do. */
type Suspicion = { finding: Finding; mend: (() => Promise<boolean | void>) | null }
const suspicion = (kind: FindingKind, what: Omit<Finding, 'kind' | 'isRepaired'>, mend: Suspicion['mend']): Suspicion => ({
  finding: newFinding(kind, what),
  mend,
})

/** One after the other, for each may put right what the next one would find. */
const checks: readonly ((db: Database) => Promise<Suspicion[]>)[] = [
  async (db) =>
    (await queries.halfDeleted(db)).map(({ upload_id: uploadId, slug }) =>
      suspicion('halfDeleted', { uploadId, slug }, () => repairs.finishDeleting(db, uploadId)),
    ),
  async (db) =>
    (await queries.withoutUpload(db)).map(({ transfer_id, upload_id: uploadId, slug }) =>
      suspicion('transferWithoutUpload', { transferId: transfer_id!, uploadId, slug }, () =>
        repairs.endEmptyTransfer(db, transfer_id!, uploadId),
      ),
    ),
  async (db) =>
    (await queries.withoutTransfer(db)).map(({ id: uploadId, slug, state }) =>
      state === 'complete'
        ? suspicion('completeWithoutTransfer', { uploadId, slug, note: 'to be looked at by hand' }, null)
        : suspicion('publishedWithoutTransfer', { uploadId, slug }, () => repairs.unpublish(db, uploadId)),
    ),
  async (db) =>
    (await queries.declaredWrongly(db)).map(({ id: uploadId, slug, declared, files }) =>
      suspicion(
        'declaredBytes',
        { uploadId, slug, is: { declared: Number(declared) }, shouldBe: { declared: Number(files) } },
        () => repairs.correctDeclared(db, uploadId),
      ),
    ),
  async (db) =>
    (await queries.recount(db)).map(({ id: ownerId, used, reserved, used_now, reserved_now }) =>
      suspicion(
        'usage',
        {
          ownerId,
          is: { used: Number(used_now), reserved: Number(reserved_now) },
          shouldBe: { used: Number(used), reserved: Number(reserved) },
        },
        () => repairs.correctUsage(db, ownerId),
      ),
    ),
  async (db) =>
    (await queries.slugsNotTaken(db)).map((slug) => suspicion('slugNotTaken', { slug }, () => repairs.takeSlug(db, slug))),
]

export async function checkRecords(db: Database, { repair }: { repair: boolean }): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) {
    for (const { finding, mend } of await check(db)) {
      findings.push(finding)
      if (repair && mend) finding.isRepaired = (await mend()) ?? true
    }
  }
  return findings
}
