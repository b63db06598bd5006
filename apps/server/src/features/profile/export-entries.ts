/** What is in a copy of an account's data: a file each for the account and for every transfer (decisions/031). */
import { dashTransferPath } from '@sampan/contract/paths'
import { publicLink, urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { noticeAddressesForCopy, requestsForCopy, templatesForCopy } from '../requests/index.ts'
import * as queries from './queries-export.ts'

export type Entry = { name: string; bytes: Buffer }
type Needs = Pick<Services, 'db' | 'config'>

const perPage = 100
/** Of downloads, events or notifications: the newest. */
const maxListed = 10_000

const json = (name: string, value: unknown): Entry => ({ name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) })

const readMe = `What this service keeps of your account.

account.json        who you are, your settings, and how your plan stands
sessions.json       devices that are or were signed in
tokens.json         your API tokens by their names; the tokens themselves are kept nowhere
contacts.json       your contacts
groups.json         your groups of contacts, by their addresses
requests.json       your file requests: what was asked, whom, what they have sent, and what was said of it
templates.json      your templates of file requests
notices.json        other addresses that you have named for notices of your requests
billing.json        your subscription, licence codes and counted months; numbers of cards are never kept here
notifications.json  what the bell told you: the newest 10,000
feedback.json       what you said of this service, and when you were asked to
transfers/          a file for each transfer: message, files and their versions, recipients, downloads, requests for more time,
                    what happened to it (of this and of downloads the newest 10,000), and its link
picture.*           your picture, if you have one

The files that you sent are not in here: download them by the links, as long as those work.
All times are UTC.

此压缩包包含本服务保存的有关您账户的全部数据。您发送的文件本身不在其中：在链接有效期内，可通过各传输的链接下载。
所有时间均为 UTC。
`

/** One after the other, so that the largest transfer is what is held at once. Nothing where the account is gone. */
export async function* exportEntries(needs: Needs, userId: string): AsyncGenerator<Entry> {
  const { db } = needs
  const person = await queries.personOf(db, userId)
  if (!person) return
  const { ownerId, ...account } = person
  yield { name: 'README.txt', bytes: Buffer.from(readMe) }
  yield json('account.json', account)
  const picture = await queries.pictureOfUser(db, userId)
  if (picture) yield { name: `picture.${picture.kind}`, bytes: picture.bytes }
  yield json('sessions.json', await queries.sessionsOf(db, userId))
  yield json('tokens.json', await queries.tokensOf(db, userId))
  yield json('contacts.json', await queries.contactsOf(db, ownerId))
  yield json('groups.json', await queries.groupsOf(db, ownerId))
  yield json('requests.json', await requestsForCopy(db, ownerId))
  yield json('templates.json', await templatesForCopy(db, userId))
  yield json('notices.json', await noticeAddressesForCopy(db, userId))
  yield json('billing.json', await queries.billingOf(db, ownerId))
  yield json('notifications.json', await queries.notificationsOf(db, userId, maxListed))
  yield json('feedback.json', await queries.feedbackOf(db, userId))
  yield* transferEntries(needs, ownerId)
}

async function* transferEntries(needs: Needs, ownerId: string): AsyncGenerator<Entry> {
  let after: string | null = null
  for (;;) {
    const page: TransferRow[] = await queries.transfersAfter(needs.db, ownerId, after, perPage)
    for (const transfer of page) yield await transferEntry(needs, transfer)
    if (page.length < perPage) return
    after = page.at(-1)!.id
  }
}

type TransferRow = Awaited<ReturnType<typeof queries.transfersAfter>>[number]

async function transferEntry({ db, config }: Needs, transfer: TransferRow): Promise<Entry> {
  const {
    id,
    slug,
    passwordHash,
    uploadId: _,
    ownerId: __,
    authorId: ___,
    deletedAt: ____,
    deletedFrom: _____,
    ...reported
  } = transfer
  const downloads = await queries.downloadsOf(db, id, maxListed)
  const events = await queries.eventsOf(db, id, maxListed)
  const opens = transfer.sendAs === 'link' || transfer.isLinkOpen
  return json(`transfers/${transfer.sentAt.toISOString().slice(0, 10)} ${slug}.json`, {
    ...reported,
    slug,
    hasPassword: passwordHash !== null,
    link: opens ? publicLink(config, slug) : urlOf(config, dashTransferPath(slug)),
    files: await queries.filesOf(db, id),
    versions: await queries.versionsOf(db, id),
    recipients: await queries.recipientsOf(db, id),
    timeRequests: await queries.timeRequestsOf(db, id),
    downloads,
    /** Only the newest are listed. */
    hasMoreDownloads: downloads.length === maxListed,
    events,
    hasMoreEvents: events.length === maxListed,
  })
}
