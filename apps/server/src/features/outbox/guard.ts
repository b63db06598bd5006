/** Who may read kept mails, which hold codes and links: the operator, on the machine itself, with the key. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config/config.ts'
import { isLocalOrigin, localNames } from '../../config/local-origin.ts'
import { base62Of, sha256 } from '../../http/random-text.ts'
import { type Origin, originOf } from '../../links.ts'

// A proxy on this machine makes everyone look local; many proxies name themselves by one of these.
const proxyHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** There is an outbox to show only without a mail server and while the service is for this machine alone. */
export const hasOutboxPage = (config: Pick<Config, 'smtpUrl'> & Origin): boolean =>
  !config.smtpUrl && isLocalOrigin(originOf(config))

const isLoopback = (ip: string | undefined): boolean =>
  ip !== undefined && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'

const isLocalHost = (host: string | undefined): boolean =>
  host !== undefined && localNames.includes(host.toLowerCase().replace(/:\d+$/, ''))

type Asked = { headers: { host?: string | undefined; [name: string]: unknown }; ip: string; peer: string | undefined }

/** The Host header too, since a foreign name that resolves to this machine would make the browser lend its cookie. */
export const isFromThisMachine = (request: Asked): boolean =>
  isLoopback(request.peer) &&
  isLoopback(request.ip) &&
  isLocalHost(request.headers.host) &&
  !proxyHeaders.some((name) => name in request.headers)

/** Stable over restarts, so that the page stays open. */
export const outboxKey = (secret: Buffer): string => base62Of(createHmac('sha256', secret).update('outbox page').digest())

/** Compared as hashes: equal lengths, no early end. */
export const isKey = (given: unknown, key: string): boolean =>
  typeof given === 'string' && timingSafeEqual(sha256(given), sha256(key))
