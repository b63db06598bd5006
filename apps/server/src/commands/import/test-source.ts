/** Installations of other products for tests: databases with their tables and columns, in files as they keep them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Columns of each table, by the names that the product gives them. */
export type Shape = Readonly<Record<string, readonly string[]>>

/** Pingvin Share 1.x, and Pingvin Share X, which adds to it. */
export const pingvinShape = {
  User: ['id', 'createdAt', 'updatedAt', 'username', 'email', 'password', 'isAdmin', 'totpVerified'],
  Share: [
    ...['id', 'createdAt', 'name', 'uploadLocked', 'isZipReady', 'views', 'expiration', 'description', 'removedReason'],
    ...['creatorId', 'reverseShareId', 'storageProvider'],
  ],
  ReverseShare: [
    ...['id', 'createdAt', 'token', 'shareExpiration', 'maxShareSize', 'sendEmailNotification', 'remainingUses'],
    ...['simplified', 'publicAccess', 'creatorId'],
  ],
  ShareRecipient: ['id', 'email', 'shareId'],
  File: ['id', 'createdAt', 'name', 'size', 'shareId'],
  ShareSecurity: ['id', 'createdAt', 'password', 'maxViews', 'shareId'],
  OAuthUser: ['id', 'provider', 'providerUserId', 'providerUsername', 'userId'],
  Config: ['name', 'category', 'type', 'value'],
} as const satisfies Shape

export const pingvinXShape = {
  ...pingvinShape,
  User: [...pingvinShape.User, 'ldapDN', 'fullname', 'isActivated', 'shareSizeLimit', 'storageQuotaLimit'],
  Share: [...pingvinShape.Share, 'updatedAt', 'storagePath', 'scanStatus', 'blockedAt', 'blockedReason'],
  File: [...pingvinShape.File, 'storageName'],
  ShareSecurity: [...pingvinShape.ShareSecurity, 'restrictToRecipients'],
  ShareUserRecipient: ['id', 'createdAt', 'userId', 'shareId'],
} as const satisfies Shape

/** Palmr 3: models and tables are called otherwise, and files are joined to shares by a table of Prisma's. */
export const palmrShape = {
  users: ['id', 'firstName', 'lastName', 'username', 'email', 'password', 'isAdmin', 'isActive', 'createdAt'],
  files: ['id', 'name', 'description', 'extension', 'size', 'objectName', 'expiration', 'userId', 'folderId', 'createdAt'],
  folders: ['id', 'name', 'description', 'objectName', 'parentId', 'userId', 'createdAt'],
  shares: ['id', 'name', 'views', 'expiration', 'description', 'createdAt', 'creatorId', 'securityId'],
  share_security: ['id', 'password', 'maxViews', 'createdAt'],
  share_recipients: ['id', 'email', 'shareId'],
  share_aliases: ['id', 'alias', 'shareId'],
  _ShareFiles: ['A', 'B'],
  _ShareFolders: ['A', 'B'],
  reverse_shares: [
    ...['id', 'name', 'description', 'expiration', 'maxFiles', 'maxFileSize', 'allowedFileTypes', 'password', 'isActive'],
    ...['nameFieldRequired', 'emailFieldRequired', 'createdAt', 'creatorId'],
  ],
  reverse_share_files: [
    ...['id', 'name', 'description', 'extension', 'size', 'objectName', 'uploaderEmail', 'uploaderName', 'createdAt'],
    'reverseShareId',
  ],
  reverse_share_aliases: ['id', 'alias', 'reverseShareId'],
} as const satisfies Shape

export type Rows<S extends Shape> = { [T in keyof S]?: readonly Partial<Record<S[T][number], unknown>>[] }

/**
 * The types that Prisma declares, by which SQLite keeps what it is given: a time or a mark is a number or stays a text, and what is not
 * named here is text, the sizes of Pingvin Share too.
 */
const types: readonly [RegExp, string][] = [
  [/At$|^(shareE|e)xpiration$/, 'DATETIME'],
  [/^(is|totp|twoFactor|publicAccess|simplified|uploadLocked|sendEmail|restrict)/, 'BOOLEAN'],
  [/^(views|maxViews|maxFiles|remainingUses)$/, 'INTEGER'],
  [/^files\.size$|^reverse_share_files\.size$|\.maxFileSize$/, 'BIGINT'],
]
const typeOf = (table: string, column: string): string =>
  types.find(([name]) => name.test(column) || name.test(`${table}.${column}`))?.[1] ?? 'TEXT'

const quoted = (name: string): string => `"${name}"`

export type Installed = { database: string; files: string; put: (path: string, bytes: Uint8Array) => void }

const made: string[] = []
/** Once a file of tests has ended. */
export const removeInstalled = (): void => made.splice(0).forEach((folder) => void rmSync(folder, { recursive: true }))

/** A folder with a database of this shape; `put` lays a file into its folder of files. */
export async function install<S extends Shape>(shape: S, rows: Rows<S>): Promise<Installed> {
  const { default: load } = await import('sql.js')
  const database = new (await load()).Database()
  for (const [table, columns] of Object.entries(shape)) {
    database.run(`create table ${quoted(table)} (${columns.map((name) => `${quoted(name)} ${typeOf(table, name)}`).join(', ')})`)
    for (const row of rows[table as keyof S] ?? []) {
      const names = Object.keys(row)
      database.run(
        `insert into ${quoted(table)} (${names.map(quoted).join(', ')}) values (${names.map(() => '?').join(', ')})`,
        Object.values(row),
      )
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'sampan-import-'))
  made.push(folder)
  const files = join(folder, 'uploads')
  mkdirSync(files)
  writeFileSync(join(folder, 'source.db'), database.export())
  database.close()
  const put = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    writeFileSync(join(files, path), bytes)
  }
  return { database: join(folder, 'source.db'), files, put }
}
