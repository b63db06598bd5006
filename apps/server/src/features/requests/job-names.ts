import { jobName } from '../../jobs/queue.ts'

/** A mail to whoever is asked: the request itself, or what has to be said of it later. */
export type SupplierMail = {
  supplierId: string
  kind: 'asked' | 'reminder' | 'rejected' | 'commented'
  /** Tells one mail of a kind from the next; with a rejection the files that it is about. */
  again?: string
  fileIds?: string[]
}
export const mailSupplierJob = jobName<SupplierMail>('requests:mailSupplier')
export const supplierMailKey = ({ supplierId, kind, again = '' }: SupplierMail): string =>
  `request:${kind}:${supplierId}:${again}`
/** One mail with all that has come since the last one. */
export const announceJob = jobName<{ requestId: string }>('requests:announce')
export const announceKey = (requestId: string): string => `announce:${requestId}`
export const receiptJob = jobName<{ submissionId: string }>('requests:receipt')
/** Looks at what files are inside. */
export const inspectJob = jobName<{ submissionId: string }>('requests:inspect')
/** A supplier has written. */
export const commentedJob = jobName<{ commentId: string }>('requests:commented')
