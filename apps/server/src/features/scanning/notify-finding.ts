/** Who has to know of a virus: the timeline and the bell at once, mails when nothing of the transfer waits any more (D9). */
import { baseName } from '@sampan/contract/rules/file-path'
import type { Db, Transaction } from '../../db/connect.ts'
import { addJob, runNow } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notifications/index.ts'
import { addEvent } from '../timeline/index.ts'
import { readersOfFile, recipientIdsOf, scannedTransfers, transfersOfFile } from '../transfers/index.ts'
import { notifyInfectedJob, readerKey, warnReaderJob } from './job-names.ts'

/** One mail for all that is found in a transfer; that its scan takes longer keeps nobody unwarned. */
const afterSeconds = 600

const senderKey = (transferId: string): string => `tellInfected:${transferId}`

export async function notifyFinding(
  tx: Transaction,
  { clock }: Pick<Services, 'clock'>,
  { id: fileId, path }: { id: string; path: string },
  finding: string,
): Promise<void> {
  const at = clock()
  for (const { id: transferId } of await transfersOfFile(tx, fileId)) {
    await addEvent(tx, { transferId, kind: 'infected', actor: 'system', at, detail: { path, finding } })
    await notify(tx, { transferId, kind: 'infected', at, file: { name: baseName(path), count: 1 }, reason: finding })
    await addJob(tx, notifyInfectedJob, { transferId, at: at.getTime() }, { key: senderKey(transferId), afterSeconds })
    for (const recipientId of await readersOfFile(tx, transferId, fileId, at))
      await addJob(tx, warnReaderJob, { recipientId, at: at.getTime() }, { key: readerKey(recipientId), afterSeconds })
  }
}

/** An upload has been looked at whole: mails about transfers of which nothing else waits go out. */
export async function notifyScanned(db: Db, uploadId: string): Promise<void> {
  const transferIds = await scannedTransfers(db, uploadId)
  if (transferIds.length === 0) return
  const recipientIds = await recipientIdsOf(db, transferIds)
  await runNow(db, [...transferIds.map(senderKey), ...recipientIds.map(readerKey)])
}
