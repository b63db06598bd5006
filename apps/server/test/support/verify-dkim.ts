/** A mail's DKIM signature read by RFC 6376 alone: relaxed head and body, rsa-sha256. */
import { createHash, createPublicKey, verify } from 'node:crypto'

const unfolded = (text: string): string => text.replace(/\r\n(?=[ \t])/g, '')
const relaxedHead = (line: string): string => {
  const at = line.indexOf(':')
  return `${line.slice(0, at).trim().toLowerCase()}:${line
    .slice(at + 1)
    .replace(/[ \t]+/g, ' ')
    .trim()}`
}
const relaxedBody = (body: string): string => {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return lines.length > 0 ? `${lines.join('\r\n')}\r\n` : ''
}

/** Throws where there is no signature. `keyOf`: base64 of the public key that DNS has for a selector at a domain. */
export function verifyDkim(raw: string, keyOf: (selector: string, domain: string) => string) {
  const end = raw.indexOf('\r\n\r\n')
  const heads = unfolded(raw.slice(0, end)).split('\r\n')
  const signature = heads.find((line) => /^dkim-signature:/i.test(line))
  if (!signature) throw new Error('the mail is not signed')
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s+/g, '')] as const),
  )
  const signed = tags.get('h')!.split(':')
  const rest = [...heads].reverse()
  const lines = signed.flatMap((name) => {
    const at = rest.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return at < 0 ? [] : rest.splice(at, 1).map(relaxedHead)
  })
  const own = relaxedHead(signature).replace(/(\bb=)[^;]*/, '$1')
  const key = createPublicKey({
    key: Buffer.from(keyOf(tags.get('s')!, tags.get('d')!), 'base64'),
    format: 'der',
    type: 'spki',
  })
  const isBodyRight =
    createHash('sha256')
      .update(relaxedBody(raw.slice(end + 4)))
      .digest('base64') === tags.get('bh')
  const isHeadRight = verify('sha256', Buffer.from([...lines, own].join('\r\n')), key, Buffer.from(tags.get('b')!, 'base64'))
  return { isRight: isBodyRight && isHeadRight, domain: tags.get('d')!, signed: signed.map((name) => name.toLowerCase()) }
}
