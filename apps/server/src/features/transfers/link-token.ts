/** A recipient's token: 128 bits derived from the row's id, so that a copy of the database opens no link. */
import { createHmac } from 'node:crypto'
import { base62Of, sha256 } from '../../http/random-text.ts'

export const linkToken = (secret: Buffer, recipientId: string): string =>
  base62Of(createHmac('sha256', secret).update(`recipient:${recipientId}`).digest())

/** Of the sender's own link to a transfer. */
export const manageToken = (secret: Buffer, transferId: string): string =>
  base62Of(createHmac('sha256', secret).update(`manage:${transferId}`).digest())

export const tokenHash = (token: string): Buffer => sha256(`link:${token}`)
