/** What another product holds, in the words of ours: each product has a reader that answers this. */

import type { FieldRule } from '@sampan/contract/states'
import type { Product } from '../../features/imports/index.ts'

export type SourceUser = {
  id: string
  email: string
  name: string
  passwordHash: string | null
  isAdmin: boolean
  /** Why nobody could log in with it there: here it would be open again. */
  stays: string | null
}

/** `at`: where its bytes may lie in the folder, the likeliest first. `expiresAt`: of this file alone; null: never. */
export type SourceFile = { path: string; size: number; at: readonly string[]; expiresAt: Date | null }

type Owned = {
  /** What it was, and its name there: by this it comes over once. */
  sourceId: string
  /** How the report calls it. */
  label: string
  /** The last part of its address there. */
  alias: string | null
  /** Null: nobody's. */
  userId: string | null
  title: string
  message: string
  passwordHash: string | null
  /** Null: never. */
  expiresAt: Date | null
}

export type SourceShare = Owned & {
  createdAt: Date
  downloadsLeft: number | null
  to: readonly string[]
  isRestricted: boolean
  files: readonly SourceFile[]
  /** Why it stays behind, if it does for a reason that only the product knows. */
  stays: string | null
}

export type SourceRequest = Owned & {
  accept: readonly string[]
  maxFileBytes: number | null
  maxFiles: number | null
  maxSubmissions: number | null
  nameField: FieldRule
  emailField: FieldRule
  notifyOnUpload: boolean
  stays: string | null
}

export type Source = {
  product: Product
  name: string
  users: readonly SourceUser[]
  shares: readonly SourceShare[]
  requests: readonly SourceRequest[]
  /** What has no place here, in sentences. */
  remarks: readonly string[]
}
