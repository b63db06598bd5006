/** The token of an invitation: derived from the row's id, so that a copy of the database opens none. */
import { createHmac } from 'node:crypto'
import { base62Of, sha256 } from '../../http/random-text.ts'

export const invitationToken = (secret: Buffer, id: string): string =>
  base62Of(createHmac('sha256', secret).update(`invitation:${id}`).digest())

export const invitationTokenHash = (token: string): Buffer => sha256(`invitation:${token}`)
