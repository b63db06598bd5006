/** The one-use token in the sender's mail: 128 bits derived from the request's id, so that a copy of the database extends nothing. */
import { createHmac } from 'node:crypto'
import { extensionPath } from '@sampan/contract/paths'
import { base62Of, sha256 } from '../../http/random-text.ts'
import { type Origin, urlOf } from '../../links.ts'

export const extensionToken = (secret: Buffer, requestId: string): string =>
  base62Of(createHmac('sha256', secret).update(`extension:${requestId}`).digest())

export const extensionHash = (token: string): Buffer => sha256(`extension:${token}`)

export const extensionLink = (config: Origin, secret: Buffer, requestId: string): string =>
  urlOf(config, extensionPath(extensionToken(secret, requestId)))
