/** What others have to know of stored files is theirs to say and to write: app.ts has what is called then. */
import type { Transaction } from '../../db/connect.ts'

export type ContentHooks = {
  /** What lists show of an upload's files is another than before. */
  onChanged: (uploadId: string) => Promise<void>
  /** In the transaction that marks the file, once. */
  onInfected: (tx: Transaction, file: { id: string; path: string }, finding: string) => Promise<void>
  /** Nothing of an upload waits for the scanner any more; may be called again. */
  onScanned: (uploadId: string) => Promise<void>
}
