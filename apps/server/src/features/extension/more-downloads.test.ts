/** Whoever found the downloads of a link used up is told once its sender allows more (X2, X3). */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentBy } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { timeRequests, transfers } from '../../db/tables.ts'
import { askTime, mailOf, rowOf } from './test-expired.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('X2 X3 D6 who asked for more downloads is told that there are some, not of a change that gives none', async () => {
  const { slug, user, to, sender } = await sentBy(server, [{ path: 'plan.pdf', bytes: randomBytes(2000) }])
  const { db } = server.services
  await db.update(transfers).set({ downloadLimit: 2, downloadCount: 2 }).where(eq(transfers.slug, slug))
  expect((await askTime(server, { slug, user })).status).toBe(200)
  await mailOf(server, sender.email, `${to} asks for more downloads`)
  const { id } = await rowOf(server, slug)
  const isAnswered = async () => {
    const rows = await db.select().from(timeRequests).where(eq(timeRequests.transferId, id))
    return rows.every(({ extendedAt }) => extendedAt !== null)
  }
  const change = async (body: object) => expect((await sender.call('PATCH', `/api/transfers/${slug}`, body)).status).toBe(200)
  await change({ title: 'The plan' })
  expect(await isAnswered()).toBe(false)
  await change({ downloadLimit: 3 })
  await waitFor(isAnswered)
  const mail = await mailOf(server, to, `${sender.email} allowed more downloads`)
  expect(mail.text).toContain(`/d/${slug}/${user}`)
  expect(mail.text).toContain('The plan')
})
