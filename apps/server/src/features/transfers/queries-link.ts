/** What every request for a link asks of the database: one prepared question for all who ask at once, for this is the way that most visitors take. */
import type { OwnerStatus, PlaceLevel } from '@sampan/contract/states'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { askedTogether, maxTogether, oncePerDatabase } from '../../db/asked-together.ts'
import type { Database } from '../../db/connect.ts'
import { inTheirPlaces, isNewest, isOfVersion } from '../../db/held-versions.ts'
import { headIdOf } from '../../db/permitted.ts'
import { hitsOf } from '../../db/rate-hits.ts'
import { pictures, recipients, transferFiles, transfers, transferVersions, uploads, users } from '../../db/tables.ts'
import { type HeldFile, heldFileColumns, heldFiles } from '../content/index.ts'
import { ownerStanding } from '../owners/index.ts'
import type { RecipientRow, TransferRow } from './queries.ts'

/** `tokenHash` is that of the personal link, `recipientId` that of a signed download id; null where there is none. */
type LinkKey = { slug: string; tokenHash: Buffer | null; recipientId: string | null }
type LinkQuestion = LinkKey & {
  /** Whose wrong guesses count, and since when. */
  networkKey: string
  missedSince: Date
  /** What tells one visit of someone with the link from another, and since when they count. */
  visit: string
  visitedSince: Date
}
export type LinkRow = {
  transfer: TransferRow
  publishedAt: Date | null
  /** Since when its files are as they are; null where they never were others. */
  versionAt: Date | null
  ownerStatus: OwnerStatus
  recipient: RecipientRow | null
  /** Of the account that sent it, if one did. */
  authorEmail: string | null
  pictureId: string | null
  /** What the account lets be kept of where its visitors are; null without an account. */
  ownerPlaces: PlaceLevel | null
  /** How often this network address has guessed wrong within the rule's window. */
  misses: number
  /** The transfer's timeline has this visit. */
  isVisitNoted: boolean
}

const { placeholder } = sql

const visitOf = (visit: SQL) => sql`${transfers.id}::text || ':' || ${visit}`

function makeQuestions(db: Database) {
  const given = sql`unnest(${placeholder('slugs')}::text[], ${placeholder('tokenHashes')}::bytea[], ${placeholder('recipientIds')}::uuid[],
    ${placeholder('networkKeys')}::text[], ${placeholder('missedSinces')}::timestamptz[], ${placeholder('visits')}::text[], ${placeholder('visitedSinces')}::timestamptz[])
    with ordinality as given(slug, token_hash, recipient_id, network_key, missed_since, visit, visited_since, n)`
  const isRecipient = or(eq(recipients.tokenHash, sql`given.token_hash`), eq(recipients.id, sql`given.recipient_id`))
  const links = db
    .select({
      n: sql<number>`given.n::int`,
      transfer: transfers,
      publishedAt: uploads.publishedAt,
      versionAt: transferVersions.at,
      ownerStatus: ownerStanding.status,
      recipient: recipients,
      authorEmail: users.email,
      pictureId: pictures.id,
      ownerPlaces: sql<PlaceLevel | null>`(select ${users.places} from ${users} where ${users.id} = ${headIdOf(transfers.ownerId)})`,
      misses: sql<number>`(select count(*)::int from ${hitsOf('linkMiss', sql`given.network_key`, sql`given.missed_since`)})`,
      isVisitNoted: sql<boolean>`exists (select from ${hitsOf('linkVisit', visitOf(sql`given.visit`), sql`given.visited_since`)})`,
    })
    .from(given)
    .innerJoin(transfers, eq(transfers.slug, sql`given.slug`))
    .innerJoin(uploads, eq(transfers.uploadId, uploads.id))
    .innerJoin(ownerStanding, eq(transfers.ownerId, ownerStanding.id))
    .leftJoin(
      transferVersions,
      and(eq(transferVersions.transferId, transfers.id), eq(transferVersions.version, transfers.version)),
    )
    .leftJoin(recipients, and(eq(recipients.transferId, transfers.id), isRecipient))
    .leftJoin(users, eq(users.id, transfers.authorId))
    .leftJoin(pictures, eq(pictures.userId, transfers.authorId))
    // True of all of them. Of arrays that it does not see the planner expects ten rows, and so would plan each call anew, which takes many times as long as the call.
    .where(sql`given.n between 1 and ${sql.raw(String(maxTogether))}`)
    .prepare('links')
  const held = db
    .select({ ...heldFileColumns, transferId: transferFiles.transferId })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(sql`${transferFiles.transferId} = any(${placeholder('transferIds')}::uuid[])`, isNewest))
    .orderBy(inTheirPlaces)
    .prepare('files_of_links')

  const heldThen = db
    .select(heldFileColumns)
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, placeholder('transferId')), isOfVersion(placeholder('version'))))
    .orderBy(inTheirPlaces)
    .prepare('files_of_version')

  const linkRow = askedTogether(async (asked: LinkQuestion[]) => {
    const rows: (LinkRow & { n: number })[] = await links.execute({
      slugs: asked.map(({ slug }) => slug),
      tokenHashes: asked.map(({ tokenHash }) => tokenHash),
      recipientIds: asked.map(({ recipientId }) => recipientId),
      networkKeys: asked.map(({ networkKey }) => networkKey),
      missedSinces: asked.map(({ missedSince }) => missedSince.toISOString()),
      visits: asked.map(({ visit }) => visit),
      visitedSinces: asked.map(({ visitedSince }) => visitedSince.toISOString()),
    })
    const byNumber = new Map(rows.map((row) => [row.n, row]))
    return asked.map((_, index): LinkRow | undefined => byNumber.get(index + 1))
  })
  const filesOf = async (transferIds: string[]) => {
    const byTransfer = new Map<string, HeldFile[]>(transferIds.map((id) => [id, []]))
    for (const { transferId, ...file } of await held.execute({ transferIds: [...byTransfer.keys()] }))
      byTransfer.get(transferId)!.push(file)
    return transferIds.map((id) => byTransfer.get(id)!)
  }
  return { linkRow, filesOf, fewFilesOf: askedTogether(filesOf), heldThen }
}

const questionsOf = oncePerDatabase(makeQuestions)

export const linkRow = (db: Database, asked: LinkQuestion): Promise<LinkRow | undefined> => questionsOf(db).linkRow(asked)

/** Longer lists are asked for alone: nobody waits for somebody else's. */
const fewFiles = 100

export async function filesOfLink(db: Database, { id, fileCount }: TransferRow): Promise<HeldFile[]> {
  const { filesOf, fewFilesOf } = questionsOf(db)
  return fileCount <= fewFiles ? fewFilesOf(id) : (await filesOf([id]))[0]!
}

/** Those of a version that are kept. */
export const filesAtVersion = (db: Database, transferId: string, version: number): Promise<HeldFile[]> =>
  questionsOf(db).heldThen.execute({ transferId, version })
