/** The product's cookies as the contract names them: HttpOnly, SameSite=Lax; Secure with `__Host-` exactly when PUBLIC_URL is https. */
import { cookieName } from '@sampan/contract/cookies'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

export type Cookie = { name: string; maxAgeSeconds: number }
type Scheme = Pick<Config, 'isHttps'>

const attributes = ({ isHttps }: Scheme) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps }) as const

export const readCookie = (request: FastifyRequest, { name }: Cookie, config: Scheme): string | null =>
  request.cookies[cookieName(name, config.isHttps)] || null

export function setCookie(reply: FastifyReply, { name, maxAgeSeconds }: Cookie, value: string, config: Scheme): void {
  reply.setCookie(cookieName(name, config.isHttps), value, { ...attributes(config), maxAge: maxAgeSeconds })
}

/** Browsers delete a cookie only if the attributes are the ones that it was set with. */
export function dropCookie(reply: FastifyReply, { name }: Cookie, config: Scheme): void {
  reply.clearCookie(cookieName(name, config.isHttps), attributes(config))
}

/** Browsers send the oldest first. More of one kind than `most` would in the end fill the head of every request. */
export function dropOldest(request: FastifyRequest, reply: FastifyReply, prefix: string, max: number, config: Scheme): void {
  const names = Object.keys(request.cookies).filter((name) => name.startsWith(cookieName(prefix, config.isHttps)))
  for (const name of names.slice(0, Math.max(0, names.length - max))) reply.clearCookie(name, attributes(config))
}
