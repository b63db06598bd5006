import { jobName } from '../../jobs/queue.ts'

/** A mail to whoever is asked: the request itself, or what has to be said of it later. */
export type SupplierMail = {
  supplierId: string
  kind: 'asked' | 'reminder' | 'rejected' | 'commented'
  /** Tells one mail of a kind from the next. */
  again?: string
}
export const mailSupplierJob = jobName<SupplierMail>('requests:mailSupplier')
export const supplierMailId = ({ supplierId, kind, again = '' }: SupplierMail): string => `request:${kind}:${supplierId}:${again}`
/** Of rejections one mail waits for each supplier, and tells all that came back until it leaves. */
export const supplierMailKey = (mail: SupplierMail): string =>
  mail.kind === 'rejected' ? `request:rejected:${mail.supplierId}` : supplierMailId(mail)
/** What comes within this time is told to the requester in one mail. */
export const gatherSeconds = 300
/** One mail with all that has come since the last one. */
export const announceJob = jobName<{ requestId: string }>('requests:announce')
export const announceKey = (requestId: string): string => `announce:${requestId}`
export const receiptJob = jobName<{ submissionId: string }>('requests:receipt')
export const receiptKey = (submissionId: string): string => `submission:${submissionId}`
/** Ends those whose time in the bin is over. */
export const eraseDueJob = jobName<Record<string, never>>('requests:eraseDue')
/** Looks at what files are inside. */
export const inspectJob = jobName<{ submissionId: string }>('requests:inspect')
/** One mail with all that suppliers have written since the last one. */
export const writtenJob = jobName<{ requestId: string }>('requests:written')
export const writtenKey = (requestId: string): string => `written:${requestId}`
/** Asks an address whether it wants notices; `at` tells one asking from the next. */
export type ProofPayload = { addressId: string; at: number }
export const noticeProofJob = jobName<ProofPayload>('requests:noticeProof')
export const noticeProofKey = (addressId: string): string => `noticeProof:${addressId}`
