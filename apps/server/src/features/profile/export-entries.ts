/** What is in a copy of an account's data: a file each for the account and for every transfer (decisions/031). */
import type { Services } from '../../services.ts'
import { accountForCopy, identitiesForCopy, passkeysForCopy, secondFactorForCopy, sessionsForCopy } from '../accounts/index.ts'
import { billingDetailsForCopy, subscriptionForCopy } from '../billing/index.ts'
import { brandForCopy } from '../branding/index.ts'
import { contactsForCopy, groupsForCopy } from '../contacts/index.ts'
import { tokensForCopy } from '../devices/index.ts'
import { feedbackForCopy } from '../feedback/index.ts'
import { importedForCopy } from '../imports/index.ts'
import { codesForCopy } from '../licences/index.ts'
import { notificationsForCopy } from '../notifications/index.ts'
import { transfersByMonth } from '../owners/index.ts'
import { noticeAddressesForCopy, requestsForCopy, templatesForCopy } from '../requests/index.ts'
import { teamForCopy } from '../teams/index.ts'
import { transfersForCopy } from '../transfers/index.ts'
import { webhooksForCopy } from '../webhooks/index.ts'
import { pictureOfUser } from './queries-export.ts'

export type Entry = { name: string; bytes: Buffer }
type Needs = Pick<Services, 'db' | 'config' | 'clock'>

/** Of downloads, events or notifications: the newest. */
const maxListed = 10_000

const json = (name: string, value: unknown): Entry => ({ name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) })

const readMe = `What this service keeps of your account.

account.json        who you are, your settings, and how your plan stands
sessions.json       devices that are or were signed in
second-step.json    whether log-ins ask for a code as well, and since when; the key and the codes are not in here
passkeys.json       your passkeys by their names, and when they were used; their private keys are in your devices alone
tokens.json         your API tokens by their names; the tokens themselves are kept nowhere
webhooks.json       your webhooks, and the newest 10,000 calls of them; their secrets are not in here
contacts.json       your contacts
groups.json         your groups of contacts, by their addresses
requests.json       your file requests: what was asked, whom, what they have sent, and what was said of it
templates.json      your templates of file requests
imported.json       what came over from a service before this one: by which name there, and here
notices.json        other addresses that you have named for notices of your requests
billing.json        your subscription, what your invoices name, licence codes and counted months; numbers of cards are never kept here
notifications.json  what the bell told you: the newest 10,000
feedback.json       what you said of this service, and when you were asked to
brand.json, brand/  what your recipients see of you: your colour, and your logo, background and icon
transfers/          a file for each transfer: message, files and their versions, recipients, downloads, requests for more time,
                    what happened to it (of this and of downloads the newest 10,000), and its link
picture.*           your picture, if you have one

What lies in your bin is in here too, as isDeleted, with the time until which you can bring it back (restorableUntil).
The files that you sent are not in here: download them by the links, as long as those work.
All times are UTC.

此压缩包包含本服务保存的有关您账户的全部数据。您发送的文件本身不在其中：在链接有效期内，可通过各传输的链接下载。回收站中的内容也包含在内，标记为 isDeleted，restorableUntil 是可以恢复的期限。
所有时间均为 UTC。
`

/** One after the other, so that the largest transfer is what is held at once. Nothing where the account is gone. */
export async function* exportEntries(needs: Needs, userId: string): AsyncGenerator<Entry> {
  const { db } = needs
  const person = await accountForCopy(db, userId)
  if (!person) return
  const { ownerId, ...account } = person
  yield { name: 'README.txt', bytes: Buffer.from(readMe) }
  yield json('account.json', account)
  const picture = await pictureOfUser(db, userId)
  if (picture) yield { name: `picture.${picture.kind}`, bytes: picture.bytes }
  yield json('sessions.json', await sessionsForCopy(db, userId))
  yield json('second-step.json', await secondFactorForCopy(db, userId, needs.clock()))
  yield json('passkeys.json', await passkeysForCopy(db, userId))
  yield json('providers.json', await identitiesForCopy(db, userId))
  yield json('tokens.json', await tokensForCopy(db, userId))
  yield json('webhooks.json', await webhooksForCopy(db, ownerId, maxListed))
  yield json('contacts.json', await contactsForCopy(db, ownerId))
  yield json('groups.json', await groupsForCopy(db, ownerId))
  yield json('requests.json', await requestsForCopy(db, ownerId, needs.clock()))
  yield json('templates.json', await templatesForCopy(db, userId))
  yield json('imported.json', await importedForCopy(db, ownerId))
  yield json('notices.json', await noticeAddressesForCopy(db, userId))
  yield json('billing.json', {
    subscription: await subscriptionForCopy(db, ownerId),
    onInvoices: await billingDetailsForCopy(db, ownerId),
    licenceCodes: await codesForCopy(db, ownerId),
    transfersByMonth: await transfersByMonth(db, ownerId),
  })
  yield json('team.json', await teamForCopy(db, { userId, ownerId }))
  yield json('notifications.json', await notificationsForCopy(db, userId, maxListed))
  yield json('feedback.json', await feedbackForCopy(db, userId))
  const { brand, pictures } = await brandForCopy(db, ownerId)
  yield json('brand.json', brand)
  for (const { place, kind, bytes } of pictures) yield { name: `brand/${place}.${kind}`, bytes }
  for await (const transfer of transfersForCopy(needs, ownerId, maxListed))
    yield json(`transfers/${transfer.sentAt.toISOString().slice(0, 10)} ${transfer.slug}.json`, transfer)
}
