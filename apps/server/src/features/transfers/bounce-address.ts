/**
 * Where a mail that cannot be delivered is sent back to (T10): one address for each recipient, signed, so that nobody can make a mail look
 * bounced. In lower case, because mail servers may write it so. It is of a recipient's address of now: what comes back late of a
 * corrected one is not believed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config/config.ts'

export type BounceNeeds = { config: Pick<Config, 'bounceAddress'>; secrets: { bounce: Buffer } }

const idBytes = 16
const macBytes = 10
/** 26 bytes to the base of 36. */
const tokenChars = 41
const tokenPattern = /^[0-9a-z]{41}$/

const macOf = (secret: Buffer, recipientId: string, email: string): Buffer =>
  createHmac('sha256', secret).update(`${recipientId} ${email}`).digest().subarray(0, macBytes)

const splitAddress = (address: string): [local: string, domain: string] => {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}

/** Undefined where the operator has named no address. */
export function bounceAddressOf({ config, secrets }: BounceNeeds, recipient: { id: string; email: string }): string | undefined {
  if (!config.bounceAddress) return undefined
  const id = recipient.id.replaceAll('-', '')
  const mac = macOf(secrets.bounce, recipient.id, recipient.email).toString('hex')
  const token = BigInt(`0x${id}${mac}`).toString(36).padStart(tokenChars, '0')
  const [local, domain] = splitAddress(config.bounceAddress)
  return `${local}+${token}@${domain}`
}

export type BounceToken = { recipientId: string; isOf: (secret: Buffer, email: string) => boolean }

/** What an address of ours says; whether it was really made here is known once the recipient's address is. */
export function readBounceAddress({ bounceAddress }: Pick<Config, 'bounceAddress'>, address: string): BounceToken | null {
  if (!bounceAddress || address.length > 320) return null
  const [ownLocal, ownDomain] = splitAddress(bounceAddress.toLowerCase())
  const [local, domain] = splitAddress(address.trim().toLowerCase())
  const token = local.startsWith(`${ownLocal}+`) ? local.slice(ownLocal.length + 1) : ''
  if (domain !== ownDomain || !tokenPattern.test(token)) return null
  let value = 0n
  for (const char of token) value = value * 36n + BigInt(Number.parseInt(char, 36))
  const hex = value.toString(16).padStart((idBytes + macBytes) * 2, '0')
  if (hex.length > (idBytes + macBytes) * 2) return null
  const recipientId = hex.slice(0, idBytes * 2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const given = Buffer.from(hex.slice(idBytes * 2), 'hex')
  return { recipientId, isOf: (secret, email) => timingSafeEqual(given, macOf(secret, recipientId, email)) }
}
