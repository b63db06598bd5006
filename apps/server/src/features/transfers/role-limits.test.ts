/** Every role of the table at the door (K1, K2, K4, R17): its limit is accepted, one more is refused with its code and changes nothing. */
import { type ExpiryName, expirySeconds, plans, type Role, roles } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sendingState, sentFiles, uploaded } from '../../../test/support/account-sends.ts'
import { testClock } from '../../../test/support/clock.ts'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { owners } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const code = ({ json }: Reply): string | undefined => json.error?.code
const people = (count: number) => Array.from({ length: count }, (_, at) => ({ email: `r${at}@example.com` }))
const one = (size: number) => [{ path: 'x', size }]
const thisMonth = () => testClock().toISOString().slice(0, 7)
const count = (ownerId: string, transfers: number) =>
  server.services.db.execute(
    sql`insert into month_counts values (${ownerId}, ${thisMonth()}, ${transfers}) on conflict (owner_id, month) do update set transfers = ${transfers}`,
  )
/** Nobody reads these mails: hundreds to render for each role. */
const dropMails = () =>
  server.services.db.execute(
    sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'transfers:mailRecipient'))`,
  )
/** Refused, and nothing has changed. */
async function refused(ask: () => Promise<Reply>, wanted: string): Promise<Reply> {
  const before = await sendingState(server)
  const reply = await ask()
  expect(code(reply)).toBe(wanted)
  expect(await sendingState(server)).toEqual(before)
  return reply
}

const ofAccounts = roles.filter((role) => role !== 'anon')

describe.each(ofAccounts)('an account that is %s', (role: Role) => {
  const plan = plans[role]

  test(`R17 K1 ${role}: ${plan.recipients} people and no more, whatever role, limit or expiry the call claims`, async () => {
    const account = await Account.create(server, { role })
    const { slug } = await uploaded(account)
    const claims = {
      role: 'teamelite',
      plan: { emailTo: 1000 },
      status: 'active',
      uploadLimit: 1e15,
      trial: true,
      expiryDate: 9e12,
    }
    const over = await refused(
      () => account.publish(slug, { emailTo: people(plan.recipients + 1), ...claims }),
      'tooManyRecipients',
    )
    expect(over.json.error.details).toMatchObject({ role, limit: plan.recipients })
    // The same people twice, and in other letters, are no more people.
    const twice = [...people(plan.recipients), ...people(plan.recipients).map(({ email }) => ({ email: email.toUpperCase() }))]
    const sent = await account.publish(slug, { emailTo: twice, ...claims })
    expect(sent.json.emailTo).toHaveLength(plan.recipients)
    expect(sent.json.expiryDate - sent.json.dateSent).toBe(expirySeconds.week * 1000)
    await dropMails()
  })

  test(`R17 K2 ${role}: ${plan.transfersPerMonth ?? 'any number of'} transfers a month, at every door`, async () => {
    const account = await Account.create(server, { role })
    const [first, second] = [await uploaded(account), await uploaded(account)]
    const limit = plan.transfersPerMonth
    await count(account.ownerId, limit === null ? 1_000_000 : limit - 1)
    expect((await account.publish(first.slug, { sendAs: 'link' })).status).toBe(200)
    if (limit === null) return expect((await account.publish(second.slug, { sendAs: 'link' })).status).toBe(200)
    const files = { fileIds: [first.files[0]!.fileId], sendAs: 'link', requestKey: 'again' }
    for (const ask of [
      () => account.publish(second.slug, { sendAs: 'link' }),
      () => account.declare(one(1)),
      () => account.call('POST', `/api/transfers/${first.slug}/forward`, files),
    ])
      expect((await refused(ask, 'monthUsedUp')).json.error.details).toMatchObject({ role, limit })
  })

  test(`R17 K4 Q8 ${role}: its expiries, and links`, async () => {
    const account = await Account.create(server, { role })
    const given = Object.entries(expirySeconds) as [ExpiryName, number][]
    const tries = [
      ...given.map(([name, seconds]) => [seconds, plan.expiries.includes(name)] as const),
      [86_400, plan.customExpiry] as const,
    ]
    let { slug } = await uploaded(account)
    for (const [seconds, may] of tries) {
      const ask = () => account.publish(slug, { sendAs: 'link', expirySeconds: seconds })
      if (!may) await refused(ask, 'expiryNotAllowed')
      else {
        expect((await ask()).json.expirySeconds).toBe(seconds)
        slug = (await uploaded(account)).slug
      }
    }
    await refused(() => account.publish(slug, { sendAs: 'link', expirySeconds: expirySeconds.never + 1 }), 'expiryNotAllowed')
  })
})

describe('a visitor', () => {
  const plan = plans.anon

  test('R17 K1 K2 K4 Q8 anon: people, month, storage, expiry and links of a proved address', async () => {
    const browser = new Browser(server)
    const senderEmail = 'visitor-at-the-limit@example.com'
    await browser.verify(senderEmail)
    await browser.takeTicket()
    const begin = async () => {
      const { json } = await browser.create(sentFiles, { sender: senderEmail })
      await browser.putAll(json, sentFiles)
      return json.slug as string
    }
    const slug = await begin()
    const publish = (of: string, more: object = {}) => browser.publish(of, { senderEmail, ...more })
    await refused(() => publish(slug, { emailTo: people(plan.recipients + 1) }), 'tooManyRecipients')
    await refused(() => publish(slug, { sendAs: 'link', role: 'pro' }), 'linksReserved')
    for (const seconds of [...Object.values(expirySeconds).slice(1), 86_400])
      await refused(() => publish(slug, { expirySeconds: seconds, role: 'pro' }), 'expiryNotAllowed')
    const [owner] = await server.services.db.select().from(owners).where(eq(owners.key, senderEmail))
    await count(owner!.id, plan.transfersPerMonth! - 1)
    const another = await begin()
    expect((await publish(slug, { emailTo: people(plan.recipients) })).status).toBe(200)
    await refused(() => publish(another), 'monthUsedUp')
    await refused(() => browser.create(sentFiles, { sender: senderEmail }), 'monthUsedUp')
    await count(owner!.id, 0)
    const { reservedBytes, usedBytes } = (await server.services.db.select().from(owners).where(eq(owners.id, owner!.id)))[0]!
    await server.services.db
      .update(owners)
      .set({ usedBytes: usedBytes + plan.storageBytes - reservedBytes - usedBytes - 10 })
      .where(eq(owners.id, owner!.id))
    const declare = (size: number) => browser.withTicket('POST', '/api/uploads', { files: one(size), sender: senderEmail })
    await refused(() => declare(11), 'storageFull')
    expect((await declare(10)).status).toBe(201)
    await dropMails()
  })
})

describe('in parallel', () => {
  test.each(['free', 'personal', 'pro'] as const)(
    'R15 R17 %s: of 20 that add one file each at the files limit less one, one does',
    async (role) => {
      const account = await Account.create(server, { role })
      const { files } = plans[role]
      const { json } = await account.declare(Array.from({ length: files - 1 }, (_, at) => ({ path: `${at}`, size: 1 })))
      const add = (at: number) =>
        account.browser.withTicket('POST', `/api/uploads/${json.uploadId}/files`, { files: [{ path: `more-${at}`, size: 1 }] })
      const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => add(at)))
      expect(replies.filter(({ status }) => status === 200 || status === 201)).toHaveLength(1)
      expect(replies.filter((reply) => code(reply) === 'tooManyFiles')).toHaveLength(19)
      expect(await account.owner()).toMatchObject({ reservedBytes: files })
    },
  )

  test('R15 R17 the size of one upload, and the storage of all, hold for files that are added at once', async () => {
    const account = await Account.create(server, { role: 'personal' })
    const { uploadBytes, storageBytes } = plans.personal
    const [half, other] = [uploadBytes / 2, await account.declare(one(1))]
    const { json } = await account.declare(one(half))
    const add = (uploadId: string, at: number, size: number) =>
      account.browser.withTicket('POST', `/api/uploads/${uploadId}/files`, { files: [{ path: `more-${at}`, size }] })
    const added = await Promise.all(Array.from({ length: 10 }, (_, at) => add(json.uploadId, at, half)))
    expect(added.filter((reply) => !code(reply))).toHaveLength(1)
    expect(added.filter((reply) => code(reply) === 'overTransferLimit')).toHaveLength(9)
    expect(await account.owner()).toMatchObject({ reservedBytes: uploadBytes + 1 })
    await account.setOwner({ usedBytes: storageBytes - uploadBytes - 1 - 1000 })
    const ways = Array.from({ length: 10 }, (_, at) => [
      () => add(other.json.uploadId, at, 1000),
      () => account.declare(one(1000)),
    ]).flat()
    const racing = await Promise.all(ways.map((way) => way()))
    expect(racing.filter((reply) => !code(reply))).toHaveLength(1)
    expect(racing.filter((reply) => code(reply) === 'storageFull')).toHaveLength(19)
    expect(await account.owner()).toMatchObject({ reservedBytes: uploadBytes + 1001 })
  })

  test('R15 K2 the last transfer of a month, sent and forwarded at once: one', async () => {
    const account = await Account.create(server, { role: 'personal' })
    const source = await uploaded(account)
    await account.publish(source.slug, { sendAs: 'link' })
    const open = await Promise.all(Array.from({ length: 10 }, () => uploaded(account)))
    await count(account.ownerId, plans.personal.transfersPerMonth! - 1)
    const forward = (at: number) =>
      account.call('POST', `/api/transfers/${source.slug}/forward`, {
        fileIds: [source.files[0]!.fileId],
        sendAs: 'link',
        requestKey: `key-${at}`,
      })
    const replies = await Promise.all(open.flatMap(({ slug }, at) => [account.publish(slug, { sendAs: 'link' }), forward(at)]))
    expect(replies.filter((reply) => !code(reply))).toHaveLength(1)
    expect(replies.filter((reply) => code(reply) === 'monthUsedUp')).toHaveLength(19)
    expect(await account.countedTransfers()).toBe(plans.personal.transfersPerMonth)
  })
})
