/** What somebody is told who puts a part into the store, and says again once it is there: it is not kept here, so that any process may be told. */
import type { DirectPlace } from '../../adapters/storage/storage.ts'
import { sign, unsign } from '../../http/signing.ts'

/** `accepted`: the place of its request in the order of all. */
export type GivenPart = {
  blobId: string
  offset: number
  length: number
  crc32: number
  accepted: number
  place: DirectPlace
  until: number
}

/** Far longer than the address is valid: bytes may take their time. */
export const tokenLifeMs = 3_600_000

export const partToken = (secret: Buffer, part: GivenPart): string => sign(secret, JSON.stringify(part))

/** Null for one that is not ours. */
export function readPartToken(secret: Buffer, token: string): GivenPart | null {
  const text = unsign(secret, token)
  return text === null ? null : (JSON.parse(text) as GivenPart)
}
