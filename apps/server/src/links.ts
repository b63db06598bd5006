/** Every public address: of pages, in mails and notices, in the API's hints. The only reader of the installation's origin. */
import { downloadPath, linkPath, requestPath } from '@sampan/contract/paths'
import type { Config } from './config/config.ts'

/** What an address is made of; nothing but this file looks into it. */
export type Origin = Pick<Config, 'publicUrl'>

export const originOf = ({ publicUrl }: Origin): string => publicUrl

/** A name, or an address without brackets. */
export const hostOfOrigin = ({ publicUrl }: Origin): string => new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')

/** The same at another host: that of an owner's own links (B2). */
export function atHost({ publicUrl }: Origin, host: string): Origin {
  const { protocol, port } = new URL(publicUrl)
  return { publicUrl: `${protocol}//${host}${port && `:${port}`}` }
}

/** A page or a call of the installation. */
export const urlOf = ({ publicUrl }: Origin, path: string): string => new URL(path, publicUrl).href

/** A transfer for whoever has the link. What recipients are given stands apart from our own pages: its origin can be the owner's. */
export const publicLink = (origin: Origin, slug: string): string => urlOf(origin, linkPath(slug))

/** A transfer for one recipient. */
export const recipientLink = (origin: Origin, slug: string, token: string): string => urlOf(origin, downloadPath(slug, token))

/** A file request, for whoever has the link or for one supplier. */
export const requestLink = (origin: Origin, slug: string, token?: string): string => urlOf(origin, requestPath(slug, token))

/** A Message-ID that is the same whenever the same mail is sent again. */
export const messageIdOf = ({ publicUrl }: Origin, name: string): string => `${name}@${new URL(publicUrl).hostname}`
