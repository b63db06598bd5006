/** A request with thousands of suppliers, as rows: over HTTP they would take an hour. What they have sent is copied from one submission that is real. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../src/db/connect.ts'

/** What the n-th of them has sent, each in a submission of its own, the oldest first. */
export type Sent = { documentId: string | null; decision: 'received' | 'accepted' | 'rejected'; isOnItsWay?: boolean }
export type Person = { name?: string; isBounced?: boolean; isInvited?: boolean; sent?: readonly Sent[] }

/** `of`: a submission of this request; its file is everybody's. */
export async function addSuppliers(db: Db, { requestId, of }: { requestId: string; of: string }, people: readonly Person[]) {
  const json = JSON.stringify(people)
  await db.execute(sql`
    with asked as (
      select ordinality as n, value as person from jsonb_array_elements(${json}::jsonb) with ordinality
    ),
    people as (
      insert into suppliers (id, request_id, name, email, token_hash, browser_hash, mail_state, created_at)
      select gen_random_uuid(), ${requestId}, coalesce(person ->> 'name', 'Person ' || n), 'person' || n || '@example.com',
        case when (person ->> 'isInvited')::boolean then sha256(convert_to(gen_random_uuid()::text, 'utf8')) end,
        case when (person ->> 'isInvited')::boolean then null else gen_random_uuid()::text end,
        case when (person ->> 'isBounced')::boolean then 'bounced' end, now()
      from asked order by n returning id, email
    ),
    sent as (
      select people.id as supplier_id, gen_random_uuid() as submission_id, gen_random_uuid() as transfer_id, position, value as file
      from asked join people on people.email = 'person' || n || '@example.com',
        jsonb_array_elements(coalesce(person -> 'sent', '[]')) with ordinality as each(value, position)
    ),
    uploaded as (
      insert into uploads
      select (jsonb_populate_record(u, jsonb_build_object('id', sent.transfer_id, 'slug', sent.transfer_id, 'declared_bytes', 0))).*
      from sent, uploads u join submissions s on s.upload_id = u.id where s.id = ${of} returning id
    ),
    kept as (
      insert into transfers
      select (jsonb_populate_record(t, jsonb_build_object('id', uploaded.id, 'slug', left(replace(uploaded.id::text, '-', ''), 16), 'upload_id', uploaded.id))).*
      from uploaded, transfers t join submissions s on s.transfer_id = t.id where s.id = ${of} returning id
    ),
    submitted as (
      insert into submissions
      select (jsonb_populate_record(s, jsonb_build_object('id', sent.submission_id, 'supplier_id', sent.supplier_id, 'transfer_id', sent.transfer_id,
        'upload_id', sent.transfer_id, 'created_at', now() + position * interval '1 second',
        'received_at', case when (file ->> 'isOnItsWay')::boolean then null else now() end))).*
      from sent join kept on kept.id = sent.transfer_id, submissions s where s.id = ${of} returning id
    )
    insert into submitted_files (submission_id, file_id, document_id, decision)
    select sent.submission_id, (select file_id from submitted_files where submission_id = ${of} limit 1), (file ->> 'documentId')::uuid, file ->> 'decision'
    from sent join submitted on submitted.id = sent.submission_id`)
}
