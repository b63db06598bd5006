/** A row of the permission matrix (permissions.test.ts), and who is meant by its words. */
import type { ActorName, Objects } from './actors.ts'

type Ask = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  headers?: Record<string, string>
}
export type Row = {
  /** How the route names an object of somebody; `link` is what the actor's own link carries. */
  ask: (objects: Objects, link: Record<string, string>) => Ask
  may: readonly ActorName[]
  /** What those do before, so that there is something to do it to. */
  before?: readonly { path: string; body: object }[]
  /** Refused, and told why by this code or state: those who know already that it is there. */
  refusals?: Partial<Record<ActorName, string>>
  /** What those who may are told where the store of tests cannot serve them: only they get so far. */
  served?: string
}
/** Names no object of anybody: there is nothing to be refused. */
export type NamesNothing = string

export const author = ['owner', 'senderBrowser'] as const
export const suspendedToo = [...author, 'suspendedOwner'] as const
export const account = ['owner', 'suspendedOwner'] as const
export const reader = ['recipient'] as const
export const suspended = { suspendedOwner: 'accountSuspended' }
export const closed = { recipientOfSuspended: 'transferDisabled', recipientWithoutPassword: 'passwordRequired' }
