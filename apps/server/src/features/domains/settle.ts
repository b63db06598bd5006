/** What a look at DNS makes of a host, in the transaction in which its owner is told (B2). */
import { inTransaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import type { Checked } from './check-dns.ts'
import { domainBrokenJob } from './job-names.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Of two that prove one host the first has it, the other goes on waiting. Where nobody knows, nothing changes. */
export function settle({ db, clock }: Deps, { id, host }: queries.DomainRow, { isRight }: Checked): Promise<void> {
  const now = clock()
  return inTransaction(db, async (tx) => {
    await queries.lockHost(tx, host)
    const row = await queries.findById(tx, id)
    if (!row) return
    if (isRight === false && row.verifiedAt) {
      await queries.update(tx, id, { verifiedAt: null, brokenAt: now, checkedAt: now })
      await addJob(tx, domainBrokenJob, { domainId: id }, { key: `domains:broken:${id}` })
    } else if (isRight && !row.verifiedAt && !(await queries.isProven(tx, host)))
      await queries.update(tx, id, { verifiedAt: now, brokenAt: null, checkedAt: now })
    else await queries.update(tx, id, { checkedAt: now })
  })
}
