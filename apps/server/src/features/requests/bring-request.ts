/** A page that asked for files in another product (O9): open to whoever has the link, as it was. */
import type { Language } from '@sampan/contract/paths'
import type { FieldRule } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import { newSlug } from '../uploads/index.ts'
import * as queries from './queries.ts'

export type BroughtRequest = {
  ownerId: string
  authorId: string
  language: Language
  title: string
  message: string
  accept: string[]
  maxFileBytes: number | null
  maxFiles: number | null
  maxSubmissions: number | null
  nameField: FieldRule
  emailField: FieldRule
  passwordHash: string | null
  notifyOnUpload: boolean
  expiresAt: Date
}

/** It takes none of the month's requests: the operator brings it. */
export async function insertBroughtRequest(tx: Transaction, brought: BroughtRequest, now: Date): Promise<queries.RequestRow> {
  return queries.insertRequest(tx, {
    ...brought,
    slug: await newSlug(tx),
    sendAs: 'link',
    takesOtherFiles: true,
    showsFiles: false,
    graceSeconds: 0,
    remindDays: [],
    expirySeconds: Math.round((brought.expiresAt.getTime() - now.getTime()) / 1000),
    createdAt: now,
  })
}
