/**
 * What uploads are for is the business of the features that begin them: each writes its purposes, app.ts hands them in as one list, and
 * here they are found by the name that an upload's row has.
 */
import type { RouteInput } from '@sampan/contract/routes/route'
import type { createUpload as createRoute } from '@sampan/contract/routes/uploads'
import type { SizedPath } from '@sampan/contract/rules/file-set'
import type { Db, Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Cookie } from '../../http/own-cookie.ts'
import type { OwnerRow } from '../owners/index.ts'
import type { UploadRow } from './queries.ts'

/** `purposeOf`: for whom, or by what right, in the purpose's own words. A ticket without it opens what was begun without it alone. */
type Purposed = { purposeId: string; purposeOf: string | null }

/** What was begun and may go on although nothing new is taken: a ticket for it opens that alone. */
type Narrowed = { uploadIds?: readonly string[] | undefined }

/** `cookie`: what this browser has been given by that name. */
type AskedTicket = { id: string; user?: string | undefined; cookie: (of: Cookie) => string | null }

export type CreateBody = RouteInput<typeof createRoute>['body']
/** The ids are those of the ticket, where it is one of a purpose. */
export type Reserving = {
  actor: Actor
  browserHash: string
  purposeId: string | null
  purposeOf: string | null
  body: CreateBody
  now: Date
}
/** `isVerified`: its sender is known to somebody who answers for what it takes. */
export type Reserved = {
  owner: OwnerRow
  reservation: { authorId: string | null; isVerified: boolean } & Partial<Purposed>
}
export type Growing = { upload: UploadRow; actor: Actor; have: readonly SizedPath[]; added: readonly SizedPath[]; now: Date }

/** `Given`: what whoever completes such an upload hands to its end. */
export type UploadPurpose<Given = unknown> = {
  name: string
  /** Where it has tickets of its own: for whoever may have one now. */
  ticketFor?(actor: Actor, asked: AskedTicket): Promise<Purposed & Narrowed>
  /** Where the call that begins an upload says it, and not the ticket. */
  isAskedBy?(body: CreateBody): boolean
  /** Comes before every lock of its uploads. */
  lock?(tx: Transaction, purposeId: string): Promise<void>
  /** Throws unless these files may come from here and now; locks whose quota they take, and takes it. */
  reserve(tx: Transaction, asked: Reserving): Promise<Reserved>
  /** The same of files that are added to an upload which is locked; without it the quota of its owner decides. */
  reserveMore?(tx: Transaction, growing: Growing): Promise<OwnerRow>
  /** Throws where not even what was begun may go on. */
  mayGoOn?(purposeId: string): Promise<void>
  /** The names by which people know what such uploads are for. */
  slugsOf?(db: Db, purposeIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** In the transaction in which the upload becomes complete, once; where it throws nothing has happened. */
  onCompleted(tx: Transaction, uploadId: string, given: Given): Promise<void>
}
export type UploadPurposes = { uploadPurposes: readonly UploadPurpose[] }

export function purposeNamed({ uploadPurposes }: UploadPurposes, wanted: string): UploadPurpose {
  const purpose = uploadPurposes.find(({ name }) => name === wanted)
  if (!purpose) throw new Error(`Nobody has uploads for ${wanted}`)
  return purpose
}
