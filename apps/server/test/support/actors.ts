/** Owners with their objects, and everybody who may come and ask for them: what the permission matrix is played with. */
import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { hashPassword } from '../../src/adapters/passwords/passwords.ts'
import { passkeys, providerIdentities, recipients, users } from '../../src/db/tables.ts'
import { Account } from './account.ts'
import { type Money, moneyOf, unknownMoney } from './paying.ts'
import { Browser, linkIn, type Reply } from './sender.ts'
import { Supplier } from './supplier.ts'
import type { TestServer } from './test-server.ts'

/** What a call can name. */
export type Objects = {
  userId: string
  email: string
  /** Of an account: an API token, a passkey, who it is at a provider, and where it is signed in. */
  tokenId: string
  passkeyId: string
  connectionId: string
  sessionId: string
  /** An open upload, which nobody has published. */
  upload: { id: string; slug: string; fileId: string; blobId: string }
  /** A transfer by e-mail to one recipient. */
  transfer: { id: string; slug: string; fileId: string; recipientId: string }
  /** Of an account: somebody it sends to, in a group. */
  contactId: string
  groupId: string
  /** Of an account: a file request, with a supplier who has sent something, and a template. */
  request: RequestObjects
  /** What its bell tells of that; of a guest, nothing. */
  notificationId: string
  /** Of an account: what it has with the payment provider. */
  money: Money
}
type RequestObjects = { slug: string; supplierId: string; fileId: string; templateId: string }
type Link = { user?: string }
/** Whose objects, and how one comes to them. */
export type World = { objects: Objects; sender: Browser; access: Record<string, string>; link: Link }

const bytes = randomBytes(5)
const files = [{ path: 'a.bin', bytes }]
export const linkPassword = 'a sampan at dusk'
export const part = { bytes, offset: 0 }

const unknownRequest = (): RequestObjects => ({
  slug: 'Unknown',
  supplierId: randomUUID(),
  fileId: randomUUID(),
  templateId: randomUUID(),
})

export const unknownObjects = (): Objects => ({
  userId: randomUUID(),
  email: `${randomUUID()}@example.com`,
  tokenId: randomUUID(),
  passkeyId: randomUUID(),
  connectionId: randomUUID(),
  sessionId: randomUUID(),
  upload: { id: randomUUID(), slug: 'Unknown', fileId: randomUUID(), blobId: randomUUID() },
  transfer: { id: randomUUID(), slug: 'Unknown', fileId: randomUUID(), recipientId: randomUUID() },
  contactId: randomUUID(),
  groupId: randomUUID(),
  request: unknownRequest(),
  notificationId: randomUUID(),
  money: unknownMoney(),
})

async function begin(browser: Browser) {
  const { status, json } = await browser.create(files)
  if (status !== 201) throw new Error(JSON.stringify(json))
  return json
}

async function objectsOf(
  { server }: Browser,
  sender: Browser,
  publish: (slug: string, more: object) => Promise<Reply>,
  own: Pick<
    Objects,
    'userId' | 'email' | 'tokenId' | 'passkeyId' | 'connectionId' | 'sessionId' | 'contactId' | 'groupId' | 'request' | 'money'
  >,
): Promise<Pick<World, 'objects' | 'link'>> {
  const sent = await begin(sender)
  await sender.putAll(sent, files)
  const to = `${randomUUID()}@example.com`
  const { status, json } = await publish(sent.slug, { emailTo: [{ email: to }] })
  if (status !== 200) throw new Error(JSON.stringify(json))
  const link = { user: linkIn(await server.mailTo(to)).split('/')[3]! }
  // The recipient has opened the page once, which the record tells.
  await fetch(`${server.url}/api/transfers/${sent.slug}?user=${link.user}`)
  const notificationId = randomUUID()
  await server.services.db.execute(
    sql`insert into notifications (id, user_id, transfer_id, kind, file_name, at) select ${notificationId}, author_id, id, 'expired', file_name, now() from transfers where id = ${json._id} and author_id is not null`,
  )
  const [recipient] = await server.services.db.select().from(recipients).where(eq(recipients.transferId, json._id))
  const open = await begin(sender)
  const upload = { id: open.uploadId, slug: open.slug, fileId: open.files[0].fileId, blobId: open.blobs[0].blobId }
  return {
    objects: {
      ...own,
      upload,
      transfer: { id: json._id, slug: json.slug, fileId: sent.files[0].fileId, recipientId: recipient!.id },
      notificationId,
    },
    link,
  }
}

async function requestOf(server: TestServer, account: Account): Promise<RequestObjects> {
  const { json } = await account.call('POST', '/api/requests', { title: 'Papers' })
  const { status } = await new Supplier(server, json.request.linkUrl).sendFiles(files, {}, { email: 'supplier@example.com' })
  if (status !== 200) throw new Error('nothing was submitted')
  const { slug } = json.request
  const [supplier] = (await account.call('GET', `/api/requests/${slug}`)).json.suppliers
  const kept = await account.call('POST', '/api/requestTemplates', { name: 'Papers', template: {} })
  return { slug, supplierId: supplier._id, fileId: supplier.slots[0].files[0].fileId, templateId: kept.json._id }
}

async function passkeyOf({ services: { db, clock } }: TestServer, userId: string): Promise<string> {
  const key = { credentialId: randomUUID(), publicKey: Buffer.alloc(1), counter: 0, transports: [] }
  const [row] = await db
    .insert(passkeys)
    .values({ ...key, userId, name: 'Harbour', createdAt: clock() })
    .returning()
  return row!.id
}

async function connectionOf({ services: { db, clock } }: TestServer, userId: string): Promise<string> {
  const at = { createdAt: clock(), lastUsedAt: clock() }
  const who = { provider: 'harbour', issuer: 'https://harbour.test', subject: randomUUID(), email: '' }
  const [row] = await db
    .insert(providerIdentities)
    .values({ ...who, userId, ...at })
    .returning()
  return row!.id
}

let passwordHash: Promise<string> | undefined

export async function accountWorld(
  server: TestServer,
  { isSuspended = false, password = undefined as string | undefined, role = 'free' } = {},
): Promise<World & { account: Account }> {
  const account = await Account.create(server, { role })
  const { browser, accessToken, userId } = account
  passwordHash ??= hashPassword(randomUUID())
  await server.services.db
    .update(users)
    .set({ passwordHash: await passwordHash })
    .where(eq(users.id, userId))
  const publish = (slug: string, more: object) => account.publish(slug, { ...more, password })
  const { json } = await account.call('POST', '/api/tokens', { name: 'nightly' })
  const { email } = account
  const { contact } = (await account.call('POST', '/api/contacts', { email: `known-${email}`, name: 'Li Wei' })).json
  const { group } = (await account.call('POST', '/api/contact-groups', { name: 'Fair' })).json
  await account.call('POST', `/api/contact-groups/${group._id}/members`, { contactIds: [contact._id], isMember: true })
  const world = await objectsOf(browser, browser, publish, {
    userId,
    email,
    tokenId: json.token._id,
    passkeyId: await passkeyOf(server, userId),
    connectionId: await connectionOf(server, userId),
    sessionId: decodeJwt(accessToken).sid as string,
    contactId: contact._id,
    groupId: group._id,
    request: await requestOf(server, account),
    money: await moneyOf(account),
  })
  if (isSuspended) await account.setOwner({ status: 'revoke' })
  return { ...world, account, sender: browser, access: { authorization: `Bearer ${accessToken}` } }
}

export async function anonymousWorld(server: TestServer): Promise<World> {
  const browser = new Browser(server)
  const email = `${randomUUID()}@example.com`
  await browser.verify(email)
  await browser.takeTicket()
  const publish = (slug: string, more: object) => browser.publish(slug, { ...more, senderEmail: email })
  return {
    ...(await objectsOf(browser, browser, publish, {
      userId: randomUUID(),
      email,
      tokenId: randomUUID(),
      passkeyId: randomUUID(),
      connectionId: randomUUID(),
      sessionId: randomUUID(),
      contactId: randomUUID(),
      groupId: randomUUID(),
      request: unknownRequest(),
      money: unknownMoney(),
    })),
    sender: browser,
    access: {},
  }
}

/** Someone with what is theirs: an access token, a ticket, a personal link, or nothing; and the world that they ask about. */
export type Actor = { about: World; browser: Browser; access: Record<string, string>; link: Link }

const without = (server: TestServer) => ({ browser: new Browser(server), access: {}, link: {} })

export const actorNames = [
  'nobody',
  'guest',
  'otherAccount',
  'otherRecipient',
  'recipient',
  'recipientWithoutPassword',
  'recipientOfSuspended',
  'owner',
  'suspendedOwner',
  /** Of an account's transfer, by nobody who is signed in. */
  'accountsBrowser',
  /** Of an anonymous transfer. */
  'senderBrowser',
] as const
export type ActorName = (typeof actorNames)[number]

/** Makes the actor with the world it asks about; `known` spares making those again that nobody may change. */
export async function makeActor(server: TestServer, name: ActorName, known?: Map<string, World>): Promise<Actor> {
  const world = async (kind: string, make: () => Promise<World>) => {
    const found = known?.get(kind) ?? (await make())
    known?.set(kind, found)
    return found
  }
  const account = () => world('account', () => accountWorld(server))
  const suspended = () => world('suspended', () => accountWorld(server, { isSuspended: true }))
  const itself = ({ sender, access, ...about }: World) => ({
    about: { sender, access, ...about },
    browser: sender,
    access,
    link: {},
  })
  const reader = (about: World) => ({ about, ...without(server), link: about.link })
  const actors: Record<ActorName, () => Promise<Actor>> = {
    nobody: async () => ({ about: await account(), ...without(server) }),
    guest: async () => {
      const actor = { about: await account(), ...without(server) }
      await actor.browser.takeTicket()
      return actor
    },
    otherAccount: async () => ({ ...itself(await world('other', () => accountWorld(server))), about: await account() }),
    otherRecipient: async () => ({ ...reader(await world('other', () => accountWorld(server))), about: await account() }),
    recipient: async () => reader(await account()),
    recipientWithoutPassword: async () => reader(await world('locked', () => accountWorld(server, { password: linkPassword }))),
    recipientOfSuspended: async () => reader(await suspended()),
    owner: async () => itself(await account()),
    suspendedOwner: async () => itself(await suspended()),
    accountsBrowser: async () => {
      const [about, { browser, ...rest }] = [await account(), without(server)]
      browser.cookie = about.sender.cookie
      await browser.takeTicket()
      return { about, browser, ...rest }
    },
    senderBrowser: async () => itself(await world('anonymous', () => anonymousWorld(server))),
  }
  return actors[name]()
}
