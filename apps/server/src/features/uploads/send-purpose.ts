/** Uploads that are sent by their own slug: under the quota of an account, of a verified address, or of a browser. */
import type { Transaction } from '../../db/connect.ts'
import type { UploadPurpose } from './purpose.ts'
import { reserveQuota } from './reserve-quota.ts'

/** As the column has it where nobody says anything else. */
export const sendName = 'send'

/** What is made of one that is whole is another feature's. */
export const sendPurpose = (onCompleted: (tx: Transaction, uploadId: string) => Promise<void>): UploadPurpose => ({
  name: sendName,
  reserve: reserveQuota,
  onCompleted,
})
