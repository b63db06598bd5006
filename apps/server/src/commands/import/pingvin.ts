/**
 * Pingvin Share, and Pingvin Share X, which went on with it: their tables by the names that both have had since reverse shares came
 * (0.8), later columns where they are there.
 */
import { CommandError } from '../command.ts'
import type { Source, SourceFile, SourceRequest, SourceShare } from './source.ts'
import { by, count, isFalse, isTrue, type Row, type SqliteFile, text, textOrNull, time } from './sqlite.ts'

const needed = ['User', 'Share', 'File', 'ShareRecipient', 'ShareSecurity']

export function readPingvin(file: SqliteFile): Source {
  for (const table of needed)
    if (!file.has(table)) throw new CommandError(`This is no database of Pingvin Share: it has no table ${table}.`)
  const reverse = file.rows('ReverseShare')
  return {
    product: 'pingvin',
    name: 'Pingvin Share',
    users: file.rows('User').map((row) => ({
      id: text(row.id),
      email: text(row.email),
      name: textOrNull(row.fullname) ?? text(row.username),
      passwordHash: textOrNull(row.password),
      isAdmin: isTrue(row.isAdmin),
      // Its address was never proved to be its own.
      stays: isFalse(row.isActivated) ? 'it was never activated there' : null,
    })),
    shares: sharesOf(file, reverse),
    requests: reverse.map(requestOf),
    remarks: remarksOf(file),
  }
}

function sharesOf(file: SqliteFile, reverse: readonly Row[]): SourceShare[] {
  const files = by(file.rows('File'), 'shareId')
  const recipients = by(file.rows('ShareRecipient'), 'shareId')
  const accounts = by(file.rows('ShareUserRecipient'), 'shareId')
  const security = by(file.rows('ShareSecurity'), 'shareId')
  const emails = new Map(file.rows('User').map((row) => [text(row.id), text(row.email)]))
  const ownerOfReverse = new Map(reverse.map((row) => [text(row.id), text(row.creatorId)]))
  return file.rows('Share').map((row) => {
    const id = text(row.id)
    const [guard] = security.get(id) ?? []
    const max = count(guard?.maxViews)
    return {
      sourceId: `share:${id}`,
      label: `/share/${id}`,
      alias: id,
      userId: ownerOfReverse.get(text(row.reverseShareId)) ?? textOrNull(row.creatorId),
      title: text(row.name),
      message: text(row.description),
      createdAt: time(row.createdAt) ?? new Date(0),
      expiresAt: endOf(row.expiration),
      // Someone may have looked at it more often than is left, where its owner lowered the number later.
      downloadsLeft: !max ? null : Math.max(0, max - (count(row.views) ?? 0)),
      passwordHash: textOrNull(guard?.password),
      to: [
        ...(recipients.get(id) ?? []).map(({ email }) => text(email)),
        ...(accounts.get(id) ?? []).map(({ userId }) => emails.get(text(userId)) ?? ''),
      ],
      isRestricted: isTrue(guard?.restrictToRecipients),
      files: (files.get(id) ?? []).map((each) => fileOf(row, each)),
      stays: staysOf(row),
    }
  })
}

/** Never, if it is the beginning of all times. */
function endOf(value: Row[string] | undefined): Date | null {
  const at = time(value)
  return at === null || at.getTime() === 0 ? null : at
}

function staysOf(row: Row): string | null {
  if (!isTrue(row.uploadLocked)) return 'its upload was never finished'
  if (textOrNull(row.removedReason)) return `it was taken down there: ${text(row.removedReason)}`
  if (textOrNull(row.blockedAt)) return 'it was blocked there'
  return null
}

/** As a folder of uploads has it, in both layouts, and as a bucket has it; the folder that is named may be any above. */
function fileOf(share: Row, row: Row): SourceFile {
  const [shareId, id, name] = [text(share.id), text(row.id), text(row.name)]
  const [folder, kept] = [textOrNull(share.storagePath), textOrNull(row.storageName)]
  const inShares = [
    ...(folder && kept ? [`${folder}/${kept}`] : []),
    ...(folder ? [`${folder}/${id}`] : []),
    `shares/${shareId}/${id}`,
  ]
  const at = [...inShares.flatMap((path) => [path, `uploads/${path}`]), `${shareId}/${id}`, `${shareId}/${name}`]
  return { path: name, size: count(row.size) ?? -1, at, expiresAt: null }
}

/** It was good for so many shares, each with one end, which is its own too. */
function requestOf(row: Row): SourceRequest {
  const uses = count(row.remainingUses) ?? 0
  return {
    sourceId: `reverse:${text(row.id)}`,
    label: `/upload/${text(row.token)}`,
    alias: text(row.token),
    userId: textOrNull(row.creatorId),
    title: '',
    message: '',
    passwordHash: null,
    expiresAt: endOf(row.shareExpiration),
    accept: [],
    maxFileBytes: count(row.maxShareSize) || null,
    maxFiles: null,
    maxSubmissions: uses,
    nameField: 'optional',
    emailField: 'optional',
    notifyOnUpload: isTrue(row.sendEmailNotification),
    stays: uses === 0 ? 'it was used up' : null,
  }
}

function remarksOf(file: SqliteFile): string[] {
  const steps = file.rows('User').filter((row) => isTrue(row.totpVerified)).length
  const others = new Set(file.rows('OAuthUser').map((row) => text(row.userId))).size
  return [
    ...(steps > 0 ? [`Logged in with a second step there: ${steps}. Each switches it on here anew.`] : []),
    ...(others > 0 ? [`Logged in by another service there: ${others}. Each connects it here anew, where you offer it.`] : []),
  ]
}
