import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { callCommand, poolOf } from '../../commands/test-store.ts'
import { operatorRole } from '../../commands/users/operator.ts'
import { signedIn } from '../accounts/test-credentials.ts'
import { firstOperatorUrl } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'signUpNetwork=1000/3600,codeNetwork=1000/3600' })
})
afterAll(() => server?.close())

const codeOf = ({ json }: { json: any }) => json.error?.code as string | undefined
const give = (browser: Browser, token: string | null) => browser.withAccess('POST', '/api/admin/first', { token })
const first = (browser: Browser, url: string) => give(browser, new URL(url).searchParams.get('t'))

test('O11 while nobody runs the service the terminal has a link, by which one of all who press becomes it, once', async () => {
  const links = [(await firstOperatorUrl(server.services))!, (await firstOperatorUrl(server.services))!]
  const people = await Promise.all(Array.from({ length: 6 }, () => signedIn(server)))
  const late = (await firstOperatorUrl(server.services))!
  const forged = new URL(links[0]!).searchParams.get('t')!.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const token of ['x', forged, '']) expect(codeOf(await give(people[0]!.browser, token))).toBe('firstLinkDead')
  expect(codeOf(await first(new Browser(server), links[0]!))).toBe('signedOut')
  // Looking at it makes nobody anything.
  await people[0]!.browser.withAccess('GET', new URL(links[0]!).pathname + new URL(links[0]!).search)
  expect(await firstOperatorUrl(server.services)).not.toBeNull()

  const answers = await Promise.all(
    people.flatMap(({ browser }) => Array.from({ length: 8 }, (_, nth) => first(browser, links[nth % 2]!))),
  )
  const { rows } = await server.services.db.execute<{ id: string }>(sql`select id from users where is_operator`)
  expect(rows).toHaveLength(1)
  const [winner] = people.filter(({ userId }) => userId === rows[0]!.id)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(8)
  expect(answers.filter((answer) => codeOf(answer) === 'firstLinkDead')).toHaveLength(40)
  expect(await firstOperatorUrl(server.services)).toBeNull()

  // Used once it is used up, also when nobody runs the service any more; another one is too late.
  await callCommand(
    operatorRole,
    server.services.config,
    poolOf(server).options,
    { values: {}, operands: [winner!.email, 'off'] },
    [],
  )
  const used = await server.services.db.execute<{ about: string }>(sql`select about from operator_log where act = 'becameFirst'`)
  const usedLink = links.find((link) => link.includes(used.rows[0]!.about))!
  expect(codeOf(await first(winner!.browser, usedLink))).toBe('firstLinkDead')
  server.moveClock(3601)
  await winner!.browser.logIn(winner!.email)
  expect(codeOf(await first(winner!.browser, late))).toBe('firstLinkDead')
})
