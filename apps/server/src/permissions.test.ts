/**
 * Who may do what to whose objects (R25): a row for every route of the contract, every actor on each. Whoever is refused is told what
 * an id that does not exist would tell, and not a row has changed.
 */
import { proofSeconds } from '@sampan/contract/limits'
import { routes } from '@sampan/contract/routes/index'
import type { Route } from '@sampan/contract/routes/route'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Actor,
  type ActorName,
  actorNames,
  makeActor,
  type Objects,
  unknownObjects,
  type World,
} from '../test/support/actors.ts'
import { matrix } from '../test/support/permission-matrix.ts'
import type { Row } from '../test/support/permission-row.ts'
import { servedInTeam } from '../test/support/permission-rows-of-teams.ts'
import { watchRows } from '../test/support/row-changes.ts'
import { makeTeamActor, type TeamActorName, teamActorNames, teamWorld } from '../test/support/team-actors.ts'
import { startTestServer, type TestServer } from '../test/support/test-server.ts'
import { addSeconds } from './add-seconds.ts'

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
/** What takes something away comes last: what it needed is made anew for those behind it. */
const rank = ({ method }: Route) => ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method)
const rows = [...routes]
  .sort((a, b) => rank(a) - rank(b))
  .flatMap((route) => {
    const row = matrix[nameOf(route)]
    return typeof row === 'object' ? [[nameOf(route), route, row] as const] : []
  })

/** An admin has what the owner has, but for what is the owner's alone, or a person's own. */
function isServedInTeam(name: TeamActorName, route: Route, { may }: Row): boolean {
  const named: readonly string[] | undefined = servedInTeam[nameOf(route)]
  if (named) return named.includes(name)
  if (route.who === 'ticket' || route.isOwnAccount || route.isOwnersOnly) return false
  return name === 'admin' && may.includes('owner')
}

let server: TestServer
beforeAll(async () => {
  const rules = [
    'linkMiss',
    'linkPassword',
    'licenceCodes',
    'loginAccount',
    'loginNetwork',
    'codeNetwork',
    'signUpNetwork',
    'emailTakenNetwork',
    'abuseReport',
    'paymentAccount',
    ...['paymentNetwork', 'paymentReads', 'requestVisitorNetwork'],
  ]
  server = await startTestServer({ RATE_LIMITS: rules.map((rule) => `${rule}=100000/60`).join(',') })
  changes = await watchRows(server, `${tables} ${ofAccounts} ${ofReaders}`.split(' '))
})
afterAll(() => server?.close())

async function ask({ browser, access, link }: Actor, route: Route, row: Row, objects: Objects, method: string = route.method) {
  const { params = {}, query = {}, body, headers } = row.ask(objects, link)
  const path = route.path.replace(/:(\w+)/g, (_, name) => params[name]!)
  const own = route.who !== 'ticket' ? access : browser.ticket ? { authorization: `Bearer ${browser.ticket}` } : {}
  const { status, json } = await browser.call(method, `${path}?${new URLSearchParams(query)}`, body, { ...own, ...headers })
  return { status, says: (json?.error?.code ?? json?.state) as string | undefined }
}

const tables =
  'transfers transfer_files transfer_versions recipients selections time_requests abuse_reports uploads blobs files attempts owners month_counts users sessions api_tokens licence_codes'
const ofAccounts =
  'contacts contact_groups contact_group_members feedbacks feedback_asks subscriptions purchases payment_events sandbox_customers used_trials password_resets pictures account_exports device_requests'
const ofReaders =
  'notifications verifications verified_addresses download_sessions download_events download_notices transfer_events'
/** Nothing happens between two tests: what one leaves unasked the next one would be told. */
let changes: Awaited<ReturnType<typeof watchRows>>
const expectUnchanged = async () => expect(await changes(), 'what all of them together have changed').toEqual([])
const untilTomorrow = sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now() + interval '1 day')`
/** No job is left but what waits until tomorrow: one that comes up between two looks would look like the work of a call. */
async function restJobs(): Promise<void> {
  const soon = sql`select distinct task_identifier as name from graphile_worker.jobs where run_at < now() + interval '1 minute'`
  for (;;) {
    const { rows } = await server.services.db.execute<{ name: string }>(soon)
    if (!rows.length) break
    for (const { name } of rows) await server.runJobs(name)
  }
  await server.services.db.execute(untilTomorrow)
}

test('R25 every route of the contract has a row, and every row a route', () => {
  expect(Object.keys(matrix).sort()).toEqual(routes.map(nameOf).sort())
})

/** What is told of an id that nobody has hangs on the account, or on whether there is a ticket: all who come alike are told the same. */
function askingOnce<T>(asked: (actor: Actor, method: string) => Promise<T>) {
  const answers = new Map<string, Promise<T>>()
  return (actor: Actor, method: string) => {
    const { access, browser } = actor
    const key = `${method} ${access.authorization ?? Boolean(browser.ticket)}`
    const answer = answers.get(key) ?? asked(actor, method)
    answers.set(key, answer)
    return answer
  }
}

describe('refused', () => {
  const worlds = new Map<string, World>()
  const actors = new Map<ActorName, Actor>()
  beforeAll(async () => {
    for (const name of actorNames) actors.set(name, await makeActor(server, name, worlds))
    await restJobs()
    // What tickets are known by is remembered for half a minute (R27).
    server.moveClock(60)
    await changes()
  })

  test.each(rows)('R25 R26 H4 %s: who may not learns nothing and changes nothing', async (_, route, row) => {
    const saysOfUnknown = askingOnce((actor: Actor, method) => ask(actor, route, row, unknownObjects(), method))
    for (const name of actorNames.filter((each) => !row.may.includes(each))) {
      const actor = actors.get(name)!
      for (const method of route.reply === 'bytes' ? ['GET', 'HEAD'] : [route.method]) {
        const answer = await ask(actor, route, row, actor.about.objects, method)
        if (!row.refusals?.[name]) {
          expect(answer.status, `${method} by ${name}`).toBeGreaterThanOrEqual(400)
          expect(answer, `${method} by ${name}`).toEqual(await saysOfUnknown(actor, method))
        } else if (method !== 'HEAD') expect(answer.says, `${method} by ${name}`).toBe(row.refusals[name])
        else expect(answer.status, `${method} by ${name}`).toBeGreaterThanOrEqual(400)
      }
    }
    await expectUnchanged()
  })
})

/** Undefined where the actor is served; else what it is told. */
async function refusalOf(actor: Actor, route: Route, row: Row): Promise<string | undefined> {
  for (const { path, body } of row.before ?? []) await actor.browser.call('POST', path, body, actor.access)
  const { status, says } = await ask(actor, route, row, actor.about.objects)
  return status < 300 || says === row.served ? undefined : `${status} ${says}`
}

describe('allowed', () => {
  let worlds = new Map<string, World>()

  test.each(rows)('R25 %s: who may is served', async (_, route, row) => {
    for (const name of row.may) {
      if (!(await refusalOf(await makeActor(server, name, worlds), route, row))) continue
      // An earlier call may have used up or removed what this one needs.
      worlds = new Map()
      expect(await refusalOf(await makeActor(server, name, worlds), route, row), name).toBeUndefined()
    }
  })
})

describe('a fresh proof', () => {
  const asking = routes
    .filter(({ needsProof, who }) => needsProof && who === 'user')
    .map((route) => [nameOf(route), route] as const)
  const says = async ({ browser, access }: Actor, { method, path, body }: Route) =>
    (await browser.call(method, path.replace(/:\w+/g, 'x'), body && {}, access)).json?.error?.code
  let [stale, fresh]: Actor[] = []
  beforeAll(async () => {
    ;[stale, fresh] = [await makeActor(server, 'owner'), await makeActor(server, 'owner')]
    const old = addSeconds(server.services.clock(), -proofSeconds).toISOString()
    const { userId } = stale.about.objects
    await server.services.db.execute(sql`update sessions set proven_at = ${old} where user_id = ${userId}`)
    await restJobs()
    await changes()
  })

  test.each(asking)('A12 R25 %s: without it not even its owner gets there, and nothing changes', async (_, route) => {
    expect(await says(stale!, route)).toBe('proofNeeded')
    await expectUnchanged()
  })

  test.each(asking)('A12 R25 %s: with it its owner does', async (_, route) =>
    expect(await says(fresh!, route)).not.toBe('proofNeeded'),
  )
})

describe('in a team', () => {
  const ofPeople = rows.filter(([, { who }]) => who !== 'anyone')
  const makePeople = async (): Promise<Map<TeamActorName, Actor>> => {
    const made = new Map<TeamActorName, Actor>()
    const world = await teamWorld(server)
    for (const name of teamActorNames) made.set(name, await makeTeamActor(server, name, world))
    return made
  }
  let people: Map<TeamActorName, Actor>
  beforeAll(async () => {
    people = await makePeople()
    await restJobs()
    server.moveClock(60)
    await changes()
  })

  test.each(ofPeople)('M3 R24 R25 %s: whose role does not have it learns nothing and changes nothing', async (_, route, row) => {
    for (const name of teamActorNames.filter((each) => !isServedInTeam(each, route, row))) {
      const actor = people.get(name)!
      const answer = await ask(actor, route, row, actor.about.objects)
      expect(answer.status, `${name}: ${answer.says}`).toBeGreaterThanOrEqual(400)
      expect(answer, name).toEqual(await ask(actor, route, row, unknownObjects()))
    }
    await expectUnchanged()
  })

  test.each(ofPeople)('M3 R25 %s: whose role has it is served', async (_, route, row) => {
    for (const name of teamActorNames.filter((each) => isServedInTeam(each, route, row))) {
      if (!(await refusalOf(people.get(name)!, route, row))) continue
      people = await makePeople()
      expect(await refusalOf(people.get(name)!, route, row), name).toBeUndefined()
    }
  })
})
