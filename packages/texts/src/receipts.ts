/** Words of receipts by language. */
import type { Language } from '@sampan/contract/paths'
import { receipts as en } from './languages/en/receipts.ts'
import { receipts as zh } from './languages/zh/receipts.ts'

export type ReceiptWords = typeof en
export const receiptWords = (language: Language): ReceiptWords => (language === 'zh' ? zh : en)
