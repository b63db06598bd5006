/** SQL of made-up transfers and downloads. Only rows: there are no bytes behind them. */
import { defaultLanguage } from '@sampan/contract/paths'
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/connect.ts'
import { addUsed } from '../../features/owners/index.ts'

type Whose = { ownerId: string; userId: string; email: string }
/** Spread over so many days until then. */
export type Amounts = { transfers: number; days: number; until: Date }

export const countOthers = async (db: Database, userId: string): Promise<number> =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from users where id <> ${userId}`)).rows[0]!.count

/** Commits may be lost in a crash: whoever seeds seeds again. */
export const hurry = (tx: Transaction): Promise<unknown> => tx.execute(sql`set local synchronous_commit = off`)

const names =
  sql.raw(`array['Harbour plan.pdf', 'Contract signed.pdf', 'Quarter report.xlsx', 'Photos of the shoot.zip', 'Cover.jpg', 'Interview.mp4',
  'Trailer final.mov', 'Jingle.wav', 'Drawings.dwg', 'Price list.pdf', '装箱单.pdf', '合同.docx']`)
const kinds = sql.raw(
  `array['document','document','document','archive','image','video','video','audio','other','document','document','document']`,
)
/** The first ones the most often. */
const countries = sql.raw(
  `array['CN','US','DE','SG','GB','FR','JP','HK','TW','KR','IN','NL','CA','AU','VN','MY','TH','IT','ES','BR','MX','PL','SE','CH','AT','BE','DK',
  'NO','FI','PT','IE','CZ','TR','AE','SA','ZA','KE','NG','EG','AR','CL','CO','NZ','ID','PH','BD','PK','LK','KH','MM']`,
)
/** One of each country, in their order. */
const cities = sql.raw(
  `array['Shanghai','Chicago','Hamburg','Singapore','London','Lyon','Osaka','Hong Kong','Taipei','Busan','Mumbai','Rotterdam','Toronto','Sydney',
  'Hanoi','Penang','Bangkok','Milan','Valencia','Santos','Monterrey','Gdansk','Gothenburg','Basel','Vienna','Antwerp','Aarhus','Bergen','Turku',
  'Porto','Cork','Brno','Izmir','Dubai','Jeddah','Durban','Mombasa','Lagos','Cairo','Rosario','Valparaiso','Cali','Auckland','Surabaya','Cebu',
  'Chittagong','Karachi','Colombo','Phnom Penh','Yangon']`,
)
const devices = sql.raw(
  `array['computer','computer','computer','computer','computer','phone','phone','phone','phone','tablet','terminal','terminal']`,
)
const programs = sql.raw(
  `array['Chrome','Edge','Firefox','Safari','Chrome','Safari','WeChat','Chrome','Safari','Safari','command line','command line']`,
)
const pick = (list: ReturnType<typeof sql.raw>, by: ReturnType<typeof sql>) =>
  sql`(${list})[1 + mod(${by}, cardinality(${list}))::int]`
const hash = (text: ReturnType<typeof sql>) => sql`abs(hashtext(${text})::bigint)`

/** So many transfers, each with a file and one to three of 5,000 recipients, sent over the last days. `seeded` holds them in the session. */
export async function seedTransfers(
  tx: Transaction,
  { ownerId, userId, email }: Whose,
  { transfers, days, until }: Amounts,
): Promise<void> {
  await tx.execute(sql`drop table if exists seeded`)
  await tx.execute(sql`
    create temp table seeded as select n, gen_random_uuid() as upload_id, gen_random_uuid() as id, gen_random_uuid() as file_id,
      left(replace(gen_random_uuid()::text, '-', ''), 12) as slug, ${until.toISOString()}::timestamptz - interval '1 hour' - random() * make_interval(days => ${days}::int - 1) as sent_at,
      ${pick(names, sql`n`)} as file_name, ${pick(kinds, sql`n`)} as kind, (1000 + random() * 90000000)::bigint as bytes,
      1 + mod(n, 3) as people
    from generate_series(1, ${transfers}::int) n`)
  await tx.execute(sql`create unique index on seeded (n)`)
  await tx.execute(sql`insert into slugs (slug) select slug from seeded`)
  await tx.execute(sql`
    insert into uploads (id, slug, owner_id, author_id, browser_hash, network_key, state, is_verified, connection, declared_bytes, published_at,
      expires_at, created_at, completed_at)
    select upload_id, slug, ${ownerId}, ${userId}, 'seed', 'seed', 'complete', true, '4g', bytes, sent_at, sent_at + interval '7 days', sent_at, sent_at
    from seeded`)
  await tx.execute(sql`
    insert into transfers (id, slug, upload_id, owner_id, author_id, state, send_as, sender_email, message, language, file_name, file_count,
      total_bytes, expiry_seconds, sent_at, expires_at)
    select id, slug, upload_id, ${ownerId}, ${userId}, 'active', 'email', ${email}, '', ${defaultLanguage}, n || ' ' || file_name, 1, bytes, 31536000, sent_at,
      ${until.toISOString()}::timestamptz + interval '1 year' from seeded`)
  await tx.execute(
    sql`insert into files (id, upload_id, position, path, size) select file_id, upload_id, 0, n || ' ' || file_name, bytes from seeded`,
  )
  await tx.execute(sql`insert into transfer_files (transfer_id, position, file_id) select id, 1, file_id from seeded`)
  await tx.execute(
    sql`insert into transfer_texts (transfer_id, owner_id, text) select id, ${ownerId}, lower(n || ' ' || file_name) from seeded`,
  )
  await tx.execute(sql`
    insert into recipients (transfer_id, email, token_hash, mail_state, mailed_at)
    select id, ${recipient(sql`p`)}, sha256((id::text || p)::bytea), 'sent', sent_at from seeded, generate_series(0, people - 1) p`)
}

/** The p-th of a transfer: always the same. */
const recipient = (p: ReturnType<typeof sql>) => sql`'reader-' || mod(n::bigint * 7 + ${p} * 1013, 5000) || '@example.com'`

/** So many downloads of them, most of them in the first days after the sending; some transfers are downloaded far more than others. */
export async function seedDownloads(
  tx: Transaction,
  ownerId: string,
  until: Date,
  transfers: number,
  downloads: number,
): Promise<void> {
  const where = sql`case when random() < 0.9 and email is not null then ${hash(sql`email`)} else (power(random(), 3) * 50)::bigint end`
  await tx.execute(sql`
    insert into download_events (transfer_id, owner_id, session_id, recipient_id, recipient_email, visitor, file_count, size_bytes, ip, program,
      device, file_kind, country_code, city, at)
    select made.id, ${ownerId}, gen_random_uuid(), r.id, made.email, gen_random_uuid()::text, 1, bytes, '192.0.2.1', ${pick(programs, sql`how`)}, ${pick(devices, sql`how`)}, kind,
      ${pick(countries, sql`place`)}, ${pick(cities, sql`place`)}, at
    from (
      select s.id, s.bytes, s.kind, e.how, email, ${where} as place,
        least(s.sent_at + power(random(), 2) * interval '7 days', ${until.toISOString()}::timestamptz - random() * interval '1 hour') as at
      from (
        select 1 + floor(power(random(), 1.5) * ${transfers}::int)::int as n, floor(random() * 12)::bigint as how, random() as who
        from generate_series(1, ${downloads}::int)
      ) e join seeded s using (n), lateral (select case when who < 0.75 then ${recipient(sql`floor(who * 4 * people / 3)::int`)} end as email) r
    ) made left join recipients r on r.transfer_id = made.id and r.email = made.email order by at`)
}

/** What transfers and account say of themselves. */
export async function settleSeeded(tx: Transaction, ownerId: string): Promise<void> {
  await tx.execute(sql`
    update transfers t set download_count = e.count from (
      select transfer_id, count(*)::int as count from download_events where owner_id = ${ownerId} group by 1) e where e.transfer_id = t.id`)
  await tx.execute(sql`
    insert into download_places (transfer_id, country_code, city, downloads)
    select transfer_id, coalesce(country_code, ''), city, count(*) from download_events where owner_id = ${ownerId} group by 1, 2, 3
    on conflict (transfer_id, country_code, city) do update set downloads = excluded.downloads`)
  await tx.execute(sql`
    update recipients r set opened_at = e.first, downloaded_at = e.last from (
      select transfer_id, recipient_email, min(at) as first, max(at) as last from download_events where owner_id = ${ownerId} group by 1, 2) e
    where e.transfer_id = r.transfer_id and e.recipient_email = r.email`)
  await tx.execute(sql`
    insert into storage_days (owner_id, day, used_bytes)
    select ${ownerId}, day, (sum(bytes) over (order by day))::bigint from (
      select (sent_at at time zone 'UTC')::date as day, sum(bytes) as bytes from seeded group by 1) added
    on conflict (owner_id, day) do update set used_bytes = excluded.used_bytes`)
  const { rows } = await tx.execute<{ bytes: number }>(sql`select sum(bytes)::float8 as bytes from seeded`)
  await addUsed(tx, ownerId, rows[0]!.bytes)
  await tx.execute(sql`drop table seeded`)
}

/** So that the planner knows what autovacuum would have told it a minute later. */
export const vacuum = (db: Database): Promise<unknown> => db.execute(sql`vacuum analyze`)
