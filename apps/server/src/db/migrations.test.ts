/** Migrations over rows that the version before has left. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import * as tables from './tables.ts'

const all = join(import.meta.dirname, 'migrations')

type Journal = { entries: { idx: number; tag: string }[] }

/** A folder of those before this one. */
function migrationsBefore(tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sampan-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(all, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: Journal = JSON.parse(readFileSync(path, 'utf8'))
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  )
  expect(entries.length).toBeGreaterThan(0)
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return folder
}

/** A database as it was before a migration, with these rows; then all migrations run. Rows that others name need not be there. */
async function migrated(before: string, rows: string): Promise<pg.Client> {
  const postgres = inject('postgres')
  const database = `m_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const admin = new pg.Client({ ...postgres, database: 'sampan' })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const options = { ...postgres, database }
  await migrate(options, migrationsBefore(before))
  const client = new pg.Client(options)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`set session_replication_role = replica; ${rows}; set session_replication_role = origin`)
  await migrate(options, all)
  return client
}

const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

test('D5 of sessions that began at once only the newest goes on; those of other things and versions, and what was completed, stay', async () => {
  const session = (started: string, { scope = 'zip', version = 1, completed = 'null' } = {}) =>
    `('${one}', 'visit:a', '${scope}', 10, ${version}, '${started}', now(), ${completed})`
  const client = await migrated(
    '0032_open_sessions',
    `insert into download_sessions (transfer_id, visitor, scope, size_bytes, version, started_at, lease_until, completed_at) values
      ${session('2026-01-01')}, ${session('2026-01-02')}, ${session('2026-01-03', { version: 2 })}, ${session('2026-01-04', { completed: 'now()' })},
      ${session('2026-01-05', { scope: 'zip:s', version: 1 })}, ${session('2026-01-06', { scope: 'zip:s', version: 2 })}`,
  )
  const { rows } = await client.query('select extract(day from started_at)::int as day from download_sessions order by 1')
  expect(rows.map(({ day }) => day)).toEqual([2, 3, 4, 6])
})

test('T4 names that were counted by weeks are counted by eight weeks at once too, over all countries', async () => {
  const weeks = ['2025-12-15', '2025-12-22', '2026-02-02', '2026-02-09', '2026-03-30']
  const row = (id: string) => (week: string, index: number) =>
    `('${two}', '*', '${week}', ${id}, ${index + 1}), ('${two}', 'SG', '${week}', ${id}, 1)`
  const client = await migrated(
    '0033_analytics_spans',
    `insert into owners (id, kind, key, role, status, created_at) values ('${two}', 'user', 'a', 'free', 'active', now());
     insert into transfer_weeks (owner_id, country, week, transfer_id, downloads) values ${weeks.map(row(`'${one}'`)).join()};
     insert into recipient_weeks (owner_id, country, week, email, downloads) values ${weeks.map(row("'a@example.com'")).join()}`,
  )
  const dayMs = 86_400_000
  const first = Date.parse('1970-01-05')
  const expected = new Map<string, number>()
  weeks.forEach((week, index) => {
    const since = new Date(Date.parse(week) - ((Date.parse(week) - first) % (56 * dayMs))).toISOString().slice(0, 10)
    expected.set(since, (expected.get(since) ?? 0) + index + 1)
  })
  for (const table of ['transfer_weeks', 'recipient_weeks']) {
    const { rows } = await client.query(
      `select country, weeks, week::text, downloads::int from ${table} order by weeks, country, week`,
    )
    expect(rows.filter((each) => each.weeks === 1)).toHaveLength(2 * weeks.length)
    const long = rows.filter((each) => each.weeks === 8)
    expect(long.every(({ country }) => country === '*')).toBe(true)
    expect(new Map(long.map(({ week, downloads }) => [week, downloads]))).toEqual(expected)
  }
})

test('T2 where downloads came from before it was added up is counted of each transfer', async () => {
  const event = (country: string, city: string) =>
    `('${one}', '${two}', gen_random_uuid(), 'v', 'zip', 1, 9, '', '', ${country}, '${city}', now())`
  const client = await migrated(
    '0035_detail_reads',
    `insert into transfers (id, slug, upload_id, owner_id, state, send_as, sender_email, message, language, file_name, file_count, total_bytes,
       expiry_seconds, sent_at, expires_at) values ('${one}', 'a', '${one}', '${two}', 'active', 'link', '', '', 'en', '', 1, 9, 9, now(), now());
     insert into download_events (transfer_id, owner_id, session_id, visitor, scope, file_count, size_bytes, ip, program, country_code, city, at)
       values ${[event("'SG'", 'Singapore'), event('null', ''), event("'SG'", 'Singapore'), event("'SG'", '')].join()}`,
  )
  const { rows } = await client.query('select country_code, city, downloads from download_places order by 1, 2')
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['', '', 1],
    ['SG', '', 1],
    ['SG', 'Singapore', 2],
  ])
})

test('D5 what was read by the text of its scope is read by its file, its choice or all of its version, and in one open session each', async () => {
  const scopes = ['zip', `file:${two}`, 'zip:0aB']
  const sessions = scopes.flatMap((scope) => [`'${scope}', 1, null`, `'${scope}', 1, now()`])
  const client = await migrated(
    '0045_download_scope',
    `insert into download_sessions (transfer_id, visitor, size_bytes, lease_until, scope, version, completed_at)
       values ${[...sessions, "'zip', 2, null"].map((row) => `('${one}', 'visit:a', 10, now(), ${row})`).join()};
     insert into download_events (transfer_id, owner_id, session_id, visitor, file_count, size_bytes, ip, program, at, scope)
       values ${scopes.map((scope) => `('${one}', '${two}', gen_random_uuid(), 'v', 1, 9, '', '', now(), '${scope}')`).join()}`,
  )
  const rowsOf = async (columns: string) =>
    (await client.query(`select ${columns} order by version, file_id, selection_id, is_whole`)).rows.map((row) =>
      Object.values(row),
    )
  const [all, file, chosen] = [
    [null, null],
    [two, null],
    [null, '0aB'],
  ]
  expect(await rowsOf('file_id, selection_id, version, completed_at is not null as is_whole from download_sessions')).toEqual([
    ...[file!, chosen!, all!].flatMap((scope) => [
      [...scope, 1, false],
      [...scope, 1, true],
    ]),
    [...all!, 2, false],
  ])
  expect(await rowsOf('file_id, selection_id, 1 as version, true as is_whole from download_events')).toEqual(
    [file!, chosen!, all!].map((scope) => [...scope, 1, true]),
  )
  await client.query('set session_replication_role = replica')
  const begin = (fileId: string | null, selectionId: string | null, version: number) =>
    client.query(
      `insert into download_sessions (transfer_id, visitor, size_bytes, lease_until, file_id, selection_id, version)
       values ('${one}', 'visit:a', 10, now(), $1, $2, $3)`,
      [fileId, selectionId, version],
    )
  for (const [fileId, selectionId] of [all!, file!, chosen!])
    await expect(begin(fileId!, selectionId!, 1)).rejects.toThrow('open_session')
  // Of files the version is the same thing, of everything it is another.
  await expect(begin(two, null, 3)).rejects.toThrow('open_session')
  await begin(null, null, 3)
  await expect(begin(two, '0aB', 1)).rejects.toThrow('one_scope')
})

test('T9 R4 what an upload was begun for is its purpose, with whose it is', async () => {
  const forWhat = (transfer: string, request: string, supplier: string, role: string) =>
    [transfer, request, supplier, role].join()
  const rows = [
    forWhat('null', 'null', 'null', 'null'),
    forWhat(`'${one}'`, 'null', 'null', "'pro'"),
    forWhat('null', `'${one}'`, `'${two}'`, 'null'),
    forWhat('null', `'${one}'`, 'null', 'null'),
  ]
  const client = await migrated(
    '0046_upload_purpose',
    `insert into uploads (id, slug, owner_id, browser_hash, network_key, connection, declared_bytes, expires_at, created_at,
       for_transfer_id, for_request_id, for_supplier_id, for_role)
       values ${rows.map((row, at) => `(gen_random_uuid(), '${at}', '${two}', '', '', '4g', 1, now(), now(), ${row})`).join()}`,
  )
  const moved = await client.query('select purpose, purpose_id, purpose_of from uploads order by slug')
  expect(moved.rows.map((row) => Object.values(row))).toEqual([
    ['send', null, null],
    ['version', one, 'pro'],
    ['request', one, two],
    ['request', one, null],
  ])
})

test('the tables are what the migrations make of them: npx drizzle-kit generate --name <what>, in apps/server', async () => {
  const { entries }: Journal = JSON.parse(readFileSync(join(all, 'meta/_journal.json'), 'utf8'))
  const newest = join(all, `meta/${String(entries.at(-1)!.idx).padStart(4, '0')}_snapshot.json`)
  const made = JSON.parse(readFileSync(newest, 'utf8'))
  expect(await generateMigration(made, generateDrizzleJson(tables, made.id))).toEqual([])
})

test('every file of tables is in tables.ts, which is what drizzle-kit reads', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  const files = readdirSync(join(import.meta.dirname, 'tables')).map((name) => `./tables/${name}`)
  const left = files.filter((file) => read(file).includes('pgTable(') && !read('tables.ts').includes(`'${file}'`))
  expect(left).toEqual([])
})
