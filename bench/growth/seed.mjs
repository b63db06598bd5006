/** Rows that no sender could make in a bench's time: whole transfers of one owner. Their bytes are not there. */

/** Only what the measured calls read. Checks between tables are off meanwhile: the rows are right by how they are made. */
const statementsOf = ({ ownerId, authorId, count, filesEach, tag }) => [
  'set local session_replication_role = replica',
  'set local synchronous_commit = off',
  `create temp table fresh on commit drop as
   select n, gen_random_uuid() as upload_id, gen_random_uuid() as id, lpad(nextval('bench_slugs')::text, 7, '0') as slug,
     now() - n * interval '1 minute' as at from generate_series(1, ${count}) n`,
  'insert into slugs (slug) select slug from fresh',
  `insert into uploads (id, slug, owner_id, author_id, browser_hash, network_key, state, is_verified, connection, declared_bytes,
     published_at, expires_at, created_at, completed_at)
   select upload_id, slug, '${ownerId}', ${authorId ? `'${authorId}'` : 'null'}, 'bench', 'bench', 'complete', true, '4g',
     ${filesEach} * 1000, at, at + interval '7 days', at, at from fresh`,
  `insert into transfers (id, slug, upload_id, owner_id, author_id, state, send_as, sender_email, message, language, file_name,
     file_count, total_bytes, expiry_seconds, sent_at, expires_at)
   select id, slug, upload_id, '${ownerId}', ${authorId ? `'${authorId}'` : 'null'}, 'active', 'email', 'seed@example.com',
     'Draft ' || n || ' of ${tag}', 'en', 'picture 1.jpg', ${filesEach}, ${filesEach} * 1000, 604800, at, now() + interval '7 days'
   from fresh`,
  `create temp table fresh_files on commit drop as
   select gen_random_uuid() as id, fresh.id as transfer_id, upload_id, n, m from fresh, generate_series(1, ${filesEach}) m`,
  `insert into files (id, upload_id, position, path, size)
   select id, upload_id, m - 1, '${tag}/session ' || n || '/picture ' || m || case when n % 1000 = 7 then ' final.jpg' else '.jpg' end,
     1000 from fresh_files`,
  `insert into transfer_texts (transfer_id, owner_id, text)
   select fresh.id, '${ownerId}', lower(concat_ws(e'\\n', 'Draft ' || n || ' of ${tag}', 'reader-' || n % 100 || '@${tag}.example.com', f.paths))
   from fresh join (select upload_id, string_agg(path, e'\\n') as paths from files where upload_id in (select upload_id from fresh)
     group by upload_id) f using (upload_id)`,
  'insert into transfer_files (transfer_id, position, file_id) select transfer_id, m - 1, id from fresh_files',
  `insert into recipients (transfer_id, email, token_hash, mail_state)
   select id, 'reader-' || n % 100 || '@${tag}.example.com', sha256(id::text::bytea), 'sent' from fresh`,
]

const perTransaction = 50_000

export async function seedTransfers(db, { count, ...rest }) {
  await db.query('create sequence if not exists bench_slugs')
  for (let done = 0; done < count; done += perTransaction) {
    await db.query('begin')
    for (const text of statementsOf({ ...rest, count: Math.min(perTransaction, count - done) })) await db.query(text)
    await db.query('commit')
  }
}

export async function seedOwner(db, name) {
  const text = `insert into owners (kind, key, role) values ('address', '${name}', 'anon') returning id`
  return (await db.query(text)).rows[0].id
}

/** So that the planner knows what autovacuum would have told it a minute later. */
export const settle = (db) => db.query('vacuum analyze')

/** Under which an account acts. */
export const ownerOf = async (db, { userId }) =>
  (await db.query('select owner_id from users where id = $1', [userId])).rows[0].owner_id
