/** What a delivery-status mail says (RFC 3464), and nothing of what else is in it. */
import PostalMime from 'postal-mime'
import type { DeliveryReport } from './bounces.ts'

const maxReason = 500
const maxText = 64 * 1024
/** A report stands in front of the mail that came back; the rest is not looked at, because reading takes the longer the more there is. */
const readBytes = 256 * 1024
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }

/** Fields of one block of a report, by their names in lower case; the first of each counts, and folded lines are one. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

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

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content.slice(0, maxText)
  return content instanceof ArrayBuffer || ArrayBuffer.isView(content)
    ? Buffer.from(content as ArrayBuffer)
        .subarray(0, maxText)
        .toString('utf8')
    : ''
}

/** Null for any other mail: an answer of an absent person, an advertisement. Of several recipients the worst counts. */
export async function readDeliveryReport(bytes: Buffer): Promise<DeliveryReport | null> {
  const mail = await PostalMime.parse(bytes.subarray(0, readBytes), limits).catch(() => null)
  const statuses = (mail?.attachments ?? []).filter(({ mimeType }) => /^message\/(global-)?delivery-status$/i.test(mimeType))
  const reports = statuses.flatMap(({ content }) =>
    textOf(content)
      .split(/\r?\n\r?\n/)
      .slice(0, 20)
      .flatMap((block) => reportOf(block) ?? []),
  )
  return reports.find(({ action }) => action === 'failed') ?? reports[0] ?? null
}
