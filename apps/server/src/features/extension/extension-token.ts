/** The one-use token in the sender's mail: 128 bits derived from the request's id, so that a copy of the database extends nothing. */
import { createHmac } from 'node:crypto'
import { extensionPath } from '@sampan/contract/paths'
import { base62Of, sha256 } from '../../http/random-text.ts'
import type { Services } from '../../services.ts'

export const extensionToken = (secret: Buffer, requestId: string): string =>
  base62Of(createHmac('sha256', secret).update(`extension:${requestId}`).digest())

export const extensionHash = (token: string): Buffer => sha256(`extension:${token}`)

export const extensionLink = ({ publicUrl }: Services['config'], secret: Buffer, requestId: string): string =>
  new URL(extensionPath(extensionToken(secret, requestId)), publicUrl).href
