/** The token of an invitation: derived from the row's id, so that a copy of the database opens none. */
import { createHmac } from 'node:crypto'
import { base62Of, sha256 } from '../../http/random-text.ts'

export const invitationToken = (secret: Buffer, id: string): string =>
  base62Of(createHmac('sha256', secret).update(`invitation:${id}`).digest())

/** Of whom an owner has named; another one each time. */
export const handoverToken = (
  secret: Buffer,
  { ownerId, toId, expiresAt }: { ownerId: string; toId: string; expiresAt: Date },
): string => base62Of(createHmac('sha256', secret).update(`handover:${ownerId}:${toId}:${expiresAt.getTime()}`).digest())

export const handoverTokenHash = (token: string): Buffer => sha256(`handover:${token}`)

export const invitationTokenHash = (token: string): Buffer => sha256(`invitation:${token}`)
