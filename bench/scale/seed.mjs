/** A database as a large service has it: the rows are written by SQL, because nobody could send them in a bench's time. */
import { ownerOf, seedOwner, seedTransfers, settle } from '../growth/seed.mjs'
import { withSql } from '../servers/sampan.mjs'

const perOwner = 5000
/** Of the account whose calls are measured: its pages are linear in them, so that a smaller database has as many, or a fifth of all. */
const ownTransfers = 20_000
const largestOwnShare = 0.2
/** What is known of a transfer beside its own rows. */
const proportions = { transferEvents: 6, downloads: 4, parts: 2 }
const tables = [
  'slugs',
  'uploads',
  'transfers',
  'files',
  'transfer_files',
  'transfer_texts',
  'recipients',
  'blobs',
  'attempts',
  'transfer_events',
  'download_sessions',
  'download_events',
]

/** Where most rows are, and nothing is looked for while they are made. */
const indexedLater = ['transfer_events', 'download_sessions', 'download_events']

/** Indexes that no constraint needs are made at the end, which is quicker than keeping them meanwhile. */
async function withoutIndexes(db, work) {
  const { rows } = await db.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
     where i.indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
       and not i.indisunique`,
    [indexedLater],
  )
  for (const { name } of rows) await db.query(`drop index ${name}`)
  await work()
  await db.query("set maintenance_work_mem = '1GB'")
  for (const { text } of rows) await db.query(text)
}

/** Two connections, for two cores. */
async function inLanes(dataDir, jobs, work) {
  const lane = (db) => takeAll(jobs, (job) => work(db, job))
  await Promise.all([withSql(dataDir, lane), withSql(dataDir, lane)])
}
async function takeAll(jobs, work) {
  for (let job = jobs.shift(); job; job = jobs.shift()) await work(job)
}

/** The events of a transfer are spread over a year, so that a month of them is a twelfth. */
const atRandom = "now() - random() * interval '365 days'"
const statementsOf = (ownerId) => [
  'begin',
  'set local session_replication_role = replica',
  'set local synchronous_commit = off',
  `create temp table mine on commit drop as
   select t.id, t.upload_id, t.owner_id, r.id as recipient_id, r.email, f.id as file_id, gen_random_uuid() as blob_id
   from transfers t join recipients r on r.transfer_id = t.id join files f on f.upload_id = t.upload_id where t.owner_id = '${ownerId}'`,
  `insert into blobs (id, upload_id, position, size, wrapped_key, manifest_mac)
   select blob_id, upload_id, 0, 1000, decode(repeat('ab', 60), 'hex'), decode(repeat('ab', 32), 'hex') from mine`,
  'update files set blob_id = mine.blob_id from mine where files.id = mine.file_id',
  `insert into attempts (blob_id, "offset", length, container, position, header, piece_crcs, crc32)
   select blob_id, n * 500, 500, blob_id::text, n * 600, decode(repeat('ab', 28), 'hex'), decode('abababab', 'hex'), 1
   from mine, generate_series(0, ${proportions.parts - 1}) n`,
  `insert into transfer_events (transfer_id, owner_id, kind, actor, at, recipient_id, recipient_email, country_code, city, program)
   select id, owner_id, (array['mailed', 'opened', 'opened', 'linkOpened', 'mailed', 'opened'])[n],
     case when n in (2, 3, 6) then 'recipient' else 'sender' end, ${atRandom}, recipient_id, email, 'NL', 'Rotterdam', 'firefox'
   from mine, generate_series(1, ${proportions.transferEvents}) n`,
  `create temp table visits on commit drop as
   select mine.*, gen_random_uuid() as session_id, gen_random_uuid()::text as visitor, ${atRandom} as at
   from mine, generate_series(1, ${proportions.downloads}) n`,
  `insert into download_sessions (id, transfer_id, recipient_id, visitor, recipient_email, program, country_code, city, file_id, size_bytes,
     coverage, started_at, lease_until, completed_at)
   select session_id, id, recipient_id, visitor, email, 'firefox', 'NL', 'Rotterdam', file_id, 1000, '{[0,1000)}', at, at, at from visits`,
  `insert into download_events (transfer_id, owner_id, session_id, recipient_id, recipient_email, visitor, file_id, file_count, size_bytes, ip,
     program, country_code, city, at, is_counted)
   select id, owner_id, session_id, recipient_id, email, visitor, file_id, 1, 1000, '203.0.113.7', 'firefox', 'NL', 'Rotterdam', at,
     true from visits`,
  `update owners set used_bytes = 1000 * (select count(*) from mine) where id = '${ownerId}'`,
  `update transfers set download_count = ${proportions.downloads} where owner_id = '${ownerId}'`,
  'commit',
]

async function seedOne(db, owner) {
  await seedTransfers(db, { filesEach: 1, ...owner })
  for (const text of statementsOf(owner.ownerId)) await db.query(text)
}

/** People beside the senders: an account for ten transfers. */
const seedPeople = (db, count) =>
  db.query(
    `with made as (
       insert into owners (id, kind, key, role, used_bytes)
       select gen_random_uuid(), 'user', 'scale-person-' || n, 'free', n * 1000 from generate_series(1, $1::int) n returning id, key
     )
     insert into users (email, password_hash, language, owner_id, created_at)
     select key || '@example.com', '', 'en', id, now() - random() * interval '700 days' from made`,
    [count],
  )

/** Answers for how many of them the account itself stands. */
export async function seedService(db, dataDir, account, count) {
  const own = {
    ownerId: await ownerOf(db, account),
    authorId: account.userId,
    count: Math.round(Math.min(ownTransfers, count * largestOwnShare)),
    tag: 'mine',
  }
  // Of none: what all of them share is made before two begin at once.
  await seedTransfers(db, { ...own, filesEach: 1, count: 0 })
  await seedPeople(db, Math.ceil(count / 10))
  const others = []
  for (let left = count - own.count; left > 0; left -= perOwner) {
    const ownerId = await seedOwner(db, `scale-${left}`)
    others.push({ ownerId, authorId: null, count: Math.min(perOwner, left), tag: 'other' })
  }
  await withoutIndexes(db, () => inLanes(dataDir, [own, ...others], seedOne))
  await settle(db)
  return own.count
}

/** What every transfer has taken of each table, indexes too. */
export async function sizesOf(db) {
  const { rows } = await db.query(
    `select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes
     from pg_class where oid = any($1::text[]::regclass[])`,
    [tables],
  )
  return tables.map((name) => rows.find((row) => row.name === name))
}
