/** Words of receipts by language. */
import type { Language } from '@sampan/contract/paths'
import { receipts } from './registry/receipts.ts'

export type ReceiptWords = (typeof receipts)[Language]
export const receiptWords = (language: Language): ReceiptWords => receipts[language]
