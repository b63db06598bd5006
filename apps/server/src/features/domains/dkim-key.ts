/** Keys that mails are signed with (RFC 6376): the public one is for DNS, the private one is sealed. */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { openText, sealText } from '../../sealed-text.ts'

const make = promisify(generateKeyPair)
/** What every verifier takes and fits into one record of DNS. */
const modulusBits = 2048

const placeOf = (secret: Buffer, keyId: string) => ({ secret, purpose: 'sampan dkim key', boundTo: keyId })

export async function makeDkimKey(secret: Buffer, keyId: string): Promise<{ publicKey: string; sealedKey: string }> {
  const { publicKey, privateKey } = await make('rsa', {
    modulusLength: modulusBits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey: publicKey.toString('base64'), sealedKey: sealText(placeOf(secret, keyId), privateKey) }
}

/** PEM. */
export const openDkimKey = (secret: Buffer, { id, sealedKey }: { id: string; sealedKey: string }): string =>
  openText(placeOf(secret, id), sealedKey)

export const dkimName = (selector: string, host: string): string => `${selector}._domainkey.${host}`
export const dkimValue = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** As verifiers read it: tags in any order, with spaces anywhere. */
export function hasKey(record: string, publicKey: string): boolean {
  const tags = new Map(
    record.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim(), value.join('=').replace(/\s+/g, '')] as const
    }),
  )
  return tags.get('p') === publicKey && (tags.get('k') ?? 'rsa') === 'rsa' && (tags.get('v') ?? 'DKIM1') === 'DKIM1'
}
