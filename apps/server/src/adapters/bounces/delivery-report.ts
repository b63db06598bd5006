/** What a delivery-status mail says (RFC 3464), and nothing of what else is in it. */
import type { DeliveryReport } from './bounces.ts'
import { fieldsOf, mailParts } from './mail-parts.ts'

const maxReason = 500
const maxBlocks = 20

/** `smtp; 550 5.1.1 No such user` without the kind of server that said it. */
const spoken = (text = ''): string => text.replace(/^[\w-]+\s*;\s*/, '')

function reportOf(block: string): DeliveryReport | null {
  const fields = fieldsOf(block)
  const action = fields.get('action')?.toLowerCase()
  if (action !== 'failed' && action !== 'delayed') return null
  const words = spoken(fields.get('diagnostic-code')) || fields.get('status') || action
  return {
    action,
    reason: words.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').slice(0, maxReason),
  }
}

const isStatus = (type: string): boolean => type === 'message/delivery-status' || type === 'message/global-delivery-status'

/** Null for any other mail: an answer of an absent person, an advertisement. Of several recipients the worst counts. */
export async function readDeliveryReport(bytes: Buffer): Promise<DeliveryReport | null> {
  const blocks = mailParts(bytes, isStatus).flatMap(({ text }) => text.split(/\r?\n\r?\n/, maxBlocks))
  const reports = blocks.flatMap((block) => reportOf(block) ?? [])
  return reports.find(({ action }) => action === 'failed') ?? reports[0] ?? null
}
