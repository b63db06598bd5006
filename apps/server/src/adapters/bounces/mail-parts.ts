/**
 * The parts of a mail that may be a delivery report, read in one pass (RFC 2046): so many bytes, parts and levels, whatever the mail is. A
 * reader of whole mails does work for each line of them, and more for each part that came before.
 */
export type MailPart = { type: string; text: string }

/** A report stands in front of the mail that came back; the rest is not looked at. */
export const reportMost = { bytes: 128 * 1024, headBytes: 16 * 1024, textBytes: 64 * 1024, parts: 20, levels: 3 } as const

/** Fields by their names in lower case; the first of each counts, and folded lines are one. */
export function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

function splitHead(text: string): { fields: Map<string, string>; body: string } {
  const gap = /^\r?\n|\r?\n\r?\n/.exec(text)
  const end = gap ? gap.index : text.length
  return {
    fields: fieldsOf(text.slice(0, Math.min(end, reportMost.headBytes))),
    body: gap ? text.slice(end + gap[0].length) : '',
  }
}

const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = /;\s?boundary\s?=\s?(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType.slice(0, 2000)) ?? []
  return quoted ?? plain
}

/** What stands between two lines with the boundary, and behind the last one if no line ends it. */
function splitParts(body: string, boundary: string): string[] {
  const [text, mark] = [`\n${body}`, `\n--${boundary}`]
  const parts: string[] = []
  let from = -1
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const lineEnd = text.indexOf('\n', at + 1)
    const rest = text.slice(at + mark.length, lineEnd < 0 ? undefined : lineEnd).trim()
    if (rest !== '' && rest !== '--') continue
    if (from >= 0) parts.push(text.slice(from, at))
    from = rest === '' && lineEnd >= 0 ? lineEnd + 1 : -1
    if (from < 0 || parts.length >= reportMost.parts) return parts
  }
  return from < 0 ? parts : [...parts, text.slice(from)]
}

function decoded(body: string, encoding: string): string {
  const text = body.slice(0, reportMost.textBytes)
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  const bytes =
    encoding === 'quoted-printable'
      ? text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      : text
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function partsIn(entity: string, isWanted: (type: string) => boolean, level: number): MailPart[] {
  const { fields, body } = splitHead(entity)
  const contentType = fields.get('content-type') ?? 'text/plain'
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  if (isWanted(type)) return [{ type, text: decoded(body, (fields.get('content-transfer-encoding') ?? '').toLowerCase()) }]
  const boundary = type.startsWith('multipart/') && level < reportMost.levels ? boundaryOf(contentType) : undefined
  return boundary ? splitParts(body, boundary).flatMap((part) => partsIn(part, isWanted, level + 1)) : []
}

export const mailParts = (bytes: Buffer, isWanted: (type: string) => boolean): MailPart[] =>
  partsIn(bytes.subarray(0, reportMost.bytes).toString('latin1'), isWanted, 0)
