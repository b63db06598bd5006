/** Rows of every kind that hangs on a transfer or its account, each with the word by which a test looks for what is left of them (R45). */
import { sql } from 'drizzle-orm'
import type { TestServer } from './test-server.ts'

export type Canary = { slug: string; word: string }

const email = (word: string) => `${word}@canary.example.com`

/** What happens around a transfer: downloads, requests, reports, news, and what is counted of it. */
export async function leaveTraces({ services }: TestServer, { slug, word }: Canary): Promise<void> {
  const of = sql`from transfers t where t.slug = ${slug}`
  const statements = [
    sql`insert into download_sessions (transfer_id, visitor, recipient_email, size_bytes, lease_until)
      select t.id, ${word}, ${email(word)}, 9, now() ${of}`,
    sql`insert into download_events (transfer_id, owner_id, session_id, recipient_email, visitor, file_count, size_bytes, ip, program, city, at)
      select t.id, t.owner_id, gen_random_uuid(), ${email(word)}, ${word}, 1, 9, ${word}, 'Firefox', ${word}, now() ${of}`,
    sql`insert into download_places (transfer_id, country_code, city, downloads) select t.id, 'SG', ${word}, 1 ${of}`,
    sql`insert into download_notices (transfer_id, visitor) select t.id, ${word} ${of}`,
    sql`insert into transfer_events (transfer_id, owner_id, kind, actor, at, recipient_email, city, detail)
      select t.id, t.owner_id, 'opened', 'recipient', now(), ${email(word)}, ${word}, jsonb_build_object('path', ${word}::text) ${of}`,
    sql`insert into notifications (user_id, transfer_id, kind, recipient_email, file_name, reason, at)
      select t.author_id, t.id, 'downloaded', ${email(word)}, ${word}, ${word}, now() ${of}`,
    sql`insert into time_requests (transfer_id, email, note, language, token_hash, asked_at)
      select t.id, ${email(word)}, ${word}, 'en', decode(md5(${word}), 'hex'), now() ${of}`,
    sql`insert into transfer_versions (transfer_id, version, at, changes, file_count, total_bytes, entry_count)
      select t.id, 1, now(), jsonb_build_object('added', ${word}::text), 1, 9, 1 ${of}`,
    sql`update recipients set name = ${word}, company = ${word}, mail_reason = ${word} where transfer_id = (select t.id ${of})`,
    sql`update transfers set title = ${word}, company = ${word}, sender_name = ${word} where slug = ${slug}`,
  ]
  for (const statement of statements) await services.db.execute(statement)
}

/** What an account keeps beside its transfers. */
export async function leaveBelongings({ services }: TestServer, { slug, word }: Canary): Promise<void> {
  const of = sql`from transfers t where t.slug = ${slug}`
  const statements = [
    sql`insert into contacts (owner_id, email, other_emails, name, note, created_at)
      select t.owner_id, ${`kept-${email(word)}`}, array[${email(word)}], ${word}, ${word}, now() ${of}`,
    sql`insert into contact_groups (owner_id, name, created_at) select t.owner_id, ${word}, now() ${of}`,
    sql`insert into billing_details (owner_id, company, line1, line2, city, postal_code, state, country, tax_number, saved_at)
      select t.owner_id, ${word}, ${word}, '', ${word}, '', '', 'DE', ${word}, now() ${of}`,
    sql`insert into feedbacks (user_id, request_key, rating, message, route, role, created_at)
      select t.author_id, ${word}, 'Fine', ${word}, '/dash', 'free', now() ${of}`,
    sql`insert into recipient_weeks (owner_id, country, weeks, week, email, downloads)
      select t.owner_id, '*', 1, date_trunc('week', now()), ${email(word)}, 1 ${of}`,
    sql`insert into abuse_reports (transfer_id, reason, text, email, reported_at) select t.id, 'spam', ${word}, ${email(word)}, now() ${of}`,
  ]
  for (const statement of statements) await services.db.execute(statement)
}
