/** What a transfer's timeline tells of whoever opens its page: the first opening by a recipient, each visit by someone with the link. */
import type { LinkState } from '@sampan/contract/states'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { isUnwritable } from '../../db/trouble.ts'
import type { Actor } from '../../http/actor.ts'
import { readerWords } from '../../http/device-words.ts'
import { isRateTaken, RateLimited, takeRate } from '../../http/rate-limit.ts'
import { isRobot } from '../../http/robots.ts'
import type { Services } from '../../services.ts'
import { addEvent, placeOf } from '../timeline/index.ts'
import { markOpened } from '../transfers/index.ts'
import { tellWebhooks, transferFacts } from '../webhooks/index.ts'
import { type Link, visitOf } from './resolve-link.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'geo'>

/** Who looks without anybody behind it. */
const isForNobody = ({ userAgent, isPrefetch }: Actor): boolean => isPrefetch || isRobot(userAgent)

const isSomething: ReadonlySet<LinkState> = new Set(['open', 'uploading', 'password'])

/** Told nowhere where the database takes no writes: the page is open all the same. */
export async function noteOpening(deps: Deps, link: Link, actor: Actor): Promise<void> {
  if (link.isOwn || isForNobody(actor) || !isSomething.has(link.state)) return
  try {
    if (link.recipient ? !link.recipient.openedAt : !link.isVisitNoted)
      await (link.recipient ? noteRecipient : noteVisitor)(deps, link, actor)
  } catch (error) {
    if (!isUnwritable(error)) throw error
  }
}

/** Whom a personal link names; null: someone with the link. */
export const personOf = ({ recipient }: Link) => recipient && { id: recipient.id, email: recipient.email }

const wordsOf = (deps: Deps, { transfer, recipient, ownerPlaces }: Link, actor: Actor) => ({
  transferId: transfer.id,
  actor: recipient ? ('recipient' as const) : ('visitor' as const),
  recipient,
  at: deps.clock(),
  place: placeOf(deps, ownerPlaces, actor.ip),
  program: readerWords(actor.userAgent).program,
})

async function tellOpened(tx: Transaction, deps: Deps, link: Link, words: ReturnType<typeof wordsOf>): Promise<void> {
  await addEvent(tx, { ...words, kind: 'opened' })
  await tellWebhooks(tx, deps, {
    ownerId: link.transfer.ownerId,
    type: 'transfer.opened',
    at: words.at,
    data: (origin) => ({ transfer: transferFacts(origin, link.transfer), recipient: personOf(link) }),
  })
}

async function noteRecipient(deps: Deps, link: Link, actor: Actor): Promise<void> {
  const words = wordsOf(deps, link, actor)
  await inTransaction(deps.db, async (tx) => {
    if (await markOpened(tx, link.recipient!.id, words.at)) await tellOpened(tx, deps, link, words)
  })
}

async function noteVisitor(deps: Deps, link: Link, actor: Actor): Promise<void> {
  const { linkVisit } = deps.config.rateLimits
  const words = wordsOf(deps, link, actor)
  try {
    await inTransaction(deps.db, async (tx) => {
      await takeRate(tx, linkVisit, `${link.transfer.id}:${visitOf(actor)}`, words.at)
      await tellOpened(tx, deps, link, words)
    })
  } catch (error) {
    // Another page of the same visit was first.
    if (!(error instanceof RateLimited)) throw error
  }
}

/** Ranges are read again and again: what somebody looks at is told once in a while. */
export async function notePreview(deps: Deps, link: Link, actor: Actor, file: { id: string; path: string }): Promise<void> {
  if (link.isOwn || isForNobody(actor)) return
  const { filePreview } = deps.config.rateLimits
  const words = wordsOf(deps, link, actor)
  const key = `${link.transfer.id}:${link.recipient?.id ?? visitOf(actor)}:${file.id}`
  try {
    if (await isRateTaken(deps.db, filePreview, key, words.at)) return
    await inTransaction(deps.db, async (tx) => {
      await takeRate(tx, filePreview, key, words.at)
      await addEvent(tx, { ...words, kind: 'previewed', detail: { path: file.path } })
    })
  } catch (error) {
    if (!(error instanceof RateLimited) && !isUnwritable(error)) throw error
  }
}

type Scanned = { link: Link; actor: Actor; what: { fileCount: number; fileName: string } }

/** Limited before this, too. */
export const noteScanned = (tx: Transaction, deps: Deps, { link, actor, what }: Scanned) =>
  addEvent(tx, {
    ...wordsOf(deps, link, actor),
    kind: 'scanned',
    detail: what.fileCount === 1 ? { path: what.fileName } : { count: what.fileCount },
  })

/** Tries are limited before this, so that they fill no timeline. */
export async function noteWrongPassword(deps: Deps, link: Link, actor: Actor): Promise<void> {
  const words = wordsOf(deps, link, actor)
  await inTransaction(deps.db, (tx) => addEvent(tx, { ...words, kind: 'passwordWrong' }))
}
