import { ideas } from '@sampan/contract/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** A browser that keeps its cookie. */
function makeBrowser(headers: Record<string, string> = {}) {
  let cookie = ''
  return async (method: string, path: string, body?: object) => {
    const reply = await fetch(server.url + path, {
      method,
      headers: { ...headers, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    cookie ||= reply.headers
      .getSetCookie()
      .map((each) => each.split(';')[0]!)
      .join('; ')
    return { status: reply.status, json: await reply.json() }
  }
}
const article = 'best-file-transfer-china'

test('W3 an article counts a browser once a day, however often and at once it asks, and every browser', async () => {
  const [one, other] = [makeBrowser(), makeBrowser()]
  expect((await one('POST', '/increment', { article })).json).toEqual({ article, reads: 1 })
  await Promise.all(Array.from({ length: 8 }, () => one('POST', '/increment', { article })))
  expect((await other('POST', '/increment', { article })).json).toEqual({ article, reads: 2 })
  const { json } = await one('GET', '/api/articles')
  expect(json.articles).toContainEqual({ article, reads: 2 })
  expect(json.articles).toContainEqual({ article: 'sinosend-vs-wetransfer', reads: 0 })
  server.moveClock(86_400)
  expect((await one('POST', '/increment', { article })).json).toEqual({ article, reads: 3 })
})

test('W3 R28 an article or an idea that there is not is refused', async () => {
  const browser = makeBrowser()
  expect((await browser('POST', '/increment', { article: 'none' })).status).toBe(400)
  expect((await browser('PUT', '/api/roadmap/none/vote')).status).toBe(400)
})

test('W3 a browser has one vote for an idea, also when it races, and takes it back; an account has its own', async () => {
  const [idea] = ideas
  const [one, other] = [makeBrowser(), makeBrowser()]
  const of = async (browser: typeof one) =>
    (await browser('GET', '/api/roadmap')).json.ideas.find((each: { idea: string }) => each.idea === idea)
  await one('GET', '/api/roadmap')
  await Promise.all(Array.from({ length: 10 }, () => one('PUT', `/api/roadmap/${idea}/vote`)))
  expect(await of(one)).toEqual({ idea, votes: 1, isVoted: true })
  expect(await of(other)).toEqual({ idea, votes: 1, isVoted: false })
  const account = await Account.create(server)
  for (let time = 0; time < 2; time++)
    expect((await account.call('PUT', `/api/roadmap/${idea}/vote`)).json).toEqual({ idea, votes: 2, isVoted: true })
  expect((await one('DELETE', `/api/roadmap/${idea}/vote`)).json).toEqual({ idea, votes: 1, isVoted: false })
  expect((await account.call('GET', '/api/roadmap')).json.ideas).toHaveLength(ideas.length)
})
