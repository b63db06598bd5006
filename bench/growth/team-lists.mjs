/** What people of a large team wait for their lists: whoever leads sees all of it, a member what is their own or shared with them. */
import { newAccount } from '../account.mjs'
import { withSql } from '../servers/sampan.mjs'
import { medianMs } from './calls.mjs'
import { ownerOf, seedTransfers, settle } from './seed.mjs'

const times = 9
/** One of so many transfers is shared with everybody, and one of so many others with one person. */
const shared = { withAll: 200, withOne: 100 }

/** An owner whose plan has seats, an admin and a member who sign in, and all the others as rows. */
async function teamOf(server, db, people) {
  const [owner, admin, member] = [await newAccount(server), await newAccount(server), await newAccount(server)]
  const ownerId = await ownerOf(db, owner)
  await db.query("update owners set role = 'teamelite' where id = $1", [ownerId])
  await db.query(
    `with made as (
       insert into owners (id, kind, key, role) select gen_random_uuid(), 'user', 'bench-person-' || n, 'free' from generate_series(1, $1::int) n
       returning id, key
     )
     insert into users (email, password_hash, language, owner_id, created_at) select key || '@example.com', '', 'en', id, now() from made`,
    [people - 3],
  )
  await db.query(
    `insert into team_members (user_id, owner_id, role, joined_at)
     select id, $1, case when id = $2 then 'admin' else 'member' end, now() from users
     where email like 'bench-person-%' or id in ($2, $3)`,
    [ownerId, admin.userId, member.userId],
  )
  return { owner, admin, member, ownerId }
}

/** Everybody has sent as many; what is shared is spread over all of it. */
async function seedTeam(db, { ownerId, owner, member }, count) {
  await seedTransfers(db, { ownerId, authorId: owner.userId, count, filesEach: 1, tag: 'team' })
  await db.query(
    `with people as (
       select user_id, row_number() over (order by user_id) - 1 as place, count(*) over () as people from team_members where owner_id = $1
     ), sent as (select id, row_number() over (order by sent_at) as n from transfers where owner_id = $1)
     update transfers set author_id = people.user_id, is_shared_with_team = sent.n % $2 = 0,
       shared_with = case when sent.n % $3 = 1 then array[$4::uuid] else '{}' end
     from sent join people on people.place = sent.n % people.people where transfers.id = sent.id`,
    [ownerId, shared.withAll, shared.withOne, member.userId],
  )
}

async function listMs(account, ownerId, query = '', headers = {}) {
  const ask = () => account.call('GET', `/getQs?limit=30${query}`, undefined, { headers: { 'sampan-team': ownerId, ...headers } })
  const { allDocs } = await ask()
  return { ms: await medianMs(times, ask), rows: allDocs.length }
}

async function measureTeam(server, db, { people, transfers }) {
  const team = await teamOf(server, db, people)
  await seedTeam(db, team, transfers)
  await settle(db)
  const { ownerId, member } = team
  const rows = []
  for (const name of ['owner', 'admin', 'member']) {
    const ms = async (query, headers) => (await listMs(team[name], ownerId, query, headers)).ms
    rows.push({
      name,
      people,
      transfers,
      firstMs: await ms(''),
      nextMs: await ms('&skip=300'),
      sharedMs: await ms('&filter=shared'),
      searchMs: await ms('&search=final'),
      personMs: await ms('', { isTeam: JSON.stringify([member.userId]) }),
      teamMs: await account(team[name], ownerId, '/api/team'),
    })
  }
  return rows
}

const account = (who, ownerId, path) =>
  medianMs(times, () => who.call('GET', path, undefined, { headers: { 'sampan-team': ownerId } }))

export const teamLists = (server, size) => withSql(server.dataDir, (db) => measureTeam(server, db, size))
