/** Palmr up to version 3, which keeps SQLite: its tables, later columns where they are there. */
import { readAcceptedType } from '@sampan/contract/rules/accepted-types'
import type { FieldRule } from '@sampan/contract/states'
import { CommandError } from '../command.ts'
import type { Source, SourceFile, SourceRequest, SourceShare } from './source.ts'
import { by, count, isFalse, isTrue, type Row, type SqliteFile, text, textOrNull, time } from './sqlite.ts'

const needed = ['users', 'files', 'shares', 'share_security', 'share_recipients', '_ShareFiles']

export function readPalmr(file: SqliteFile): Source {
  for (const table of needed)
    if (!file.has(table))
      throw new CommandError(`This is no database of Palmr as it was up to version 3: it has no table ${table}.`)
  const received = by(file.rows('reverse_share_files'), 'reverseShareId')
  const reverse = file.rows('reverse_shares')
  const aliases = aliasesOf(file, 'reverse_share_aliases', 'reverseShareId')
  const shares = sharesOf(file)
  return {
    product: 'palmr',
    name: 'Palmr',
    users: file.rows('users').map((row) => ({
      id: text(row.id),
      email: text(row.email),
      name: `${text(row.firstName)} ${text(row.lastName)}`.trim() || text(row.username),
      passwordHash: textOrNull(row.password),
      isAdmin: isTrue(row.isAdmin),
      stays: isFalse(row.isActive) ? 'it was switched off there' : null,
    })),
    shares: [...shares, ...reverse.flatMap((row) => receivedOf(row, received.get(text(row.id)) ?? []))],
    requests: reverse.map((row) => requestOf(row, aliases.get(text(row.id)) ?? null)),
    remarks: remarksOf(file),
  }
}

const aliasesOf = (file: SqliteFile, table: string, column: string): Map<string, string> =>
  new Map(file.rows(table).map((row) => [text(row[column]), text(row.alias)]))

/** Which of the one table hang on which of the other: Prisma calls the two columns A and B, in the order of their names. */
function joined(file: SqliteFile, table: string, rows: readonly Row[]): Map<string, Row[]> {
  const byId = new Map(rows.map((row) => [text(row.id), row]))
  const of = new Map<string, Row[]>()
  for (const { A, B } of file.rows(table)) {
    const row = byId.get(text(A))
    if (row) of.set(text(B), [...(of.get(text(B)) ?? []), row])
  }
  return of
}

function sharesOf(file: SqliteFile): SourceShare[] {
  const [files, folders] = [file.rows('files'), file.rows('folders')]
  const filesOf = joined(file, '_ShareFiles', files)
  const foldersOf = joined(file, '_ShareFolders', folders)
  const tree: Tree = { files: by(files, 'folderId'), folders: by(folders, 'parentId') }
  const recipients = by(file.rows('share_recipients'), 'shareId')
  const security = new Map(file.rows('share_security').map((row) => [text(row.id), row]))
  const aliases = aliasesOf(file, 'share_aliases', 'shareId')
  return file.rows('shares').map((row) => {
    const id = text(row.id)
    const guard = security.get(text(row.securityId))
    const max = count(guard?.maxViews)
    const alias = aliases.get(id) ?? null
    const single = (filesOf.get(id) ?? []).map((each) => fileOf(each))
    return {
      sourceId: `share:${id}`,
      label: alias ? `/s/${alias}` : `share ${textOrNull(row.name) ?? id}`,
      alias,
      userId: textOrNull(row.creatorId),
      title: text(row.name),
      message: text(row.description),
      createdAt: time(row.createdAt) ?? new Date(0),
      expiresAt: time(row.expiration),
      downloadsLeft: max ? Math.max(0, max - (count(row.views) ?? 0)) : null,
      passwordHash: textOrNull(guard?.password),
      to: (recipients.get(id) ?? []).map(({ email }) => text(email)),
      isRestricted: false,
      files: [...single, ...(foldersOf.get(id) ?? []).flatMap((folder) => inFolder(tree, folder, '', new Set()))],
      stays: null,
    }
  })
}

type Tree = { files: Map<string, Row[]>; folders: Map<string, Row[]> }

/** A folder with nothing in it keeps its place. `above`: those that it lies in, should a damaged table make a circle of them. */
function inFolder(tree: Tree, folder: Row, path: string, above: ReadonlySet<string>): SourceFile[] {
  const id = text(folder.id)
  if (above.has(id)) return []
  const own = `${path}${text(folder.name)}/`
  const within = [
    ...(tree.files.get(id) ?? []).map((row) => fileOf(row, own)),
    ...(tree.folders.get(id) ?? []).flatMap((each) => inFolder(tree, each, own, new Set([...above, id]))),
  ]
  return within.length > 0 ? within : [{ path: own, size: 0, at: [], expiresAt: null }]
}

/** A bucket has it by its name there, a folder by that name with what is no letter or digit of ASCII replaced. */
function fileOf(row: Row, folder = ''): SourceFile {
  const name = text(row.objectName)
  const plain = name.replace(/[^a-zA-Z0-9\-_./]/g, '_')
  const at = [...new Set([name, plain])].flatMap((path) => [path, `uploads/${path}`])
  return { path: `${folder}${text(row.name)}`, size: count(row.size) ?? -1, at, expiresAt: time(row.expiration) }
}

const titleOf = (row: Row): string => textOrNull(row.name) ?? ''

/** What had come by a receive link, as one transfer that nobody but its owner opens. */
function receivedOf(row: Row, files: readonly Row[]): SourceShare[] {
  if (files.length === 0) return []
  const times = files.map(({ createdAt }) => time(createdAt)?.getTime() ?? 0)
  return [
    {
      sourceId: `received:${text(row.id)}`,
      label: `files received by ${titleOf(row) || text(row.id)}`,
      alias: null,
      userId: textOrNull(row.creatorId),
      title: titleOf(row),
      message: [...new Set(files.map((file) => textOrNull(file.uploaderName) ?? text(file.uploaderEmail)))]
        .filter(Boolean)
        .join(', '),
      createdAt: new Date(Math.max(...times)),
      expiresAt: null,
      downloadsLeft: null,
      passwordHash: null,
      to: [],
      isRestricted: true,
      files: files.map((file) => fileOf(file)),
      stays: null,
    },
  ]
}

const rules: Readonly<Record<string, FieldRule>> = { HIDDEN: 'hidden', OPTIONAL: 'optional', REQUIRED: 'required' }
const ruleOf = (value: Row[string] | undefined): FieldRule => rules[text(value)] ?? 'optional'

function requestOf(row: Row, alias: string | null): SourceRequest {
  const accept = text(row.allowedFileTypes)
    .split(/[\s,;]+/)
    .map(readAcceptedType)
  return {
    sourceId: `receive:${text(row.id)}`,
    label: alias ? `/r/${alias}` : `receive link ${titleOf(row) || text(row.id)}`,
    alias,
    userId: textOrNull(row.creatorId),
    title: titleOf(row),
    message: text(row.description),
    passwordHash: textOrNull(row.password),
    expiresAt: time(row.expiration),
    accept: accept.filter((type) => type !== null),
    maxFileBytes: count(row.maxFileSize) || null,
    maxFiles: count(row.maxFiles) || null,
    maxSubmissions: null,
    nameField: ruleOf(row.nameFieldRequired),
    emailField: ruleOf(row.emailFieldRequired),
    notifyOnUpload: true,
    stays: isTrue(row.isActive) ? null : 'it was switched off there',
  }
}

function remarksOf(file: SqliteFile): string[] {
  const shared = new Set(file.rows('_ShareFiles').map(({ A }) => text(A)))
  const foldersShared = file.rows('_ShareFolders').length > 0
  const alone = file
    .rows('files')
    .filter((row) => !shared.has(text(row.id)) && !(foldersShared && textOrNull(row.folderId))).length
  return alone > 0 ? [`Files in no share: ${alone}. Sampan keeps what is sent or asked for, so they stay behind.`] : []
}
