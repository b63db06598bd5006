import { expect, test } from 'vitest'
import { someBytes, sourceFile, until, uploadTest } from '../testing/uploads.ts'
import { createTickets } from './ticket.ts'

const MiB = 1024 * 1024
const never = new AbortController().signal
const request = { id: 'x', type: 'anonUpload' } as const

test('U4 a ticket that the server no longer knows is replaced and the part sent again', async () => {
  const { server, start } = await uploadTest()
  server.behaviour.onPart = (_, count) => {
    if (count === 1) server.revoke('ticket1')
    return null
  }
  const bytes = someBytes(9 * MiB)
  await start([sourceFile('a', bytes)]).done
  expect(server.ticketCount()).toBe(2)
  expect(server.sent.at(-1)?.ticket).toBe('ticket2')
  expect(server.has('a', bytes)).toBe(true)
})

test('U4 a ticket refused when the upload is planned is replaced', async () => {
  const { server, start } = await uploadTest()
  server.behaviour.onTicket = (count) => {
    if (count === 1) queueMicrotask(() => server.revoke('ticket1'))
    return null
  }
  await start([sourceFile('a', someBytes(10))]).done
  expect(server.ticketCount()).toBe(2)
})

test('U4 after a TypeError a new ticket is fetched, then the part is sent again', async () => {
  const { server, start } = await uploadTest({ onPart: (_, count) => (count === 1 ? 'break' : null) })
  await start([sourceFile('a', someBytes(10))]).done
  expect(server.sent.map(({ ticket }) => ticket)).toEqual(['ticket1', 'ticket2'])
})

test('U4 when a new ticket cannot be had after a TypeError, the old one serves on', async () => {
  const { server, start } = await uploadTest({
    onPart: (_, count) => (count === 1 ? 'break' : null),
    onTicket: (count) => (count > 1 ? 'rateLimited' : null),
  })
  await start([sourceFile('a', someBytes(10))]).done
  expect(server.sent.map(({ ticket }) => ticket)).toEqual(['ticket1', 'ticket1'])
})

test("U4 no ticket at all: 'Network Error - Could not get key'", async () => {
  const { start } = await uploadTest({ onTicket: () => 'rateLimited' })
  const upload = start([sourceFile('a', someBytes(10))])
  const { error } = await until(upload, ({ phase }) => phase === 'failed')
  expect(error).toMatchObject({ code: 'ticketInvalid', details: { message: 'rateLimited' } })
})

test.each(['signedOut', 'accountSuspended'] as const)(
  'U4 Q16 %s is told as it is and ends the upload: no repeating helps',
  async (code) => {
    const { server, start } = await uploadTest({ onTicket: (count) => (count > 1 ? code : null) })
    server.behaviour.onPart = (_, count) => {
      if (count === 1) server.revoke('ticket1')
      return null
    }
    const upload = start([sourceFile('a', someBytes(9 * MiB))])
    const { error } = await until(upload, ({ phase }) => phase === 'failed')
    expect(error?.code).toBe(code)
    expect(server.ticketCount()).toBeLessThanOrEqual(5)
  },
)

test('U4 one ticket serves all who ask, and is renewed every 5 minutes without anyone waiting', async () => {
  const { server, clock, api } = await uploadTest()
  const tickets = createTickets(api, request, clock, never)
  expect(await Promise.all([tickets.get(), tickets.get()])).toEqual(['ticket1', 'ticket1'])
  clock.advance(299_999)
  await tickets.get()
  expect(server.ticketCount()).toBe(1)
  clock.advance(1)
  expect(await tickets.get()).toBe('ticket1')
  await expect.poll(() => tickets.get()).toBe('ticket2')
})

test('U4 a ticket older than its hour is not used, however long the computer slept', async () => {
  const { clock, api } = await uploadTest()
  const tickets = createTickets(api, request, clock, never)
  await tickets.get()
  clock.advance(3_600_000)
  expect(await tickets.get()).toBe('ticket2')
})
