/** What has become of the rows of tables: each is noted by a trigger as it goes and comes, so nobody reads whole tables to see that nothing happened. */
import { sql } from 'drizzle-orm'
import type { TestServer } from './test-server.ts'

/** Rows that came (1) or went (-1) and were not made good; of a row that was changed both. */
type Change = { name: string; row: unknown; by: number }

// What comes up by the clock, as the sums of analytics do too, has nothing to do with a call; nor has asking the provider anew.
const noting = `
create table row_changes (name text not null, row jsonb not null, by int not null);
create function note_row() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then insert into row_changes values (tg_table_name, to_jsonb(old) - 'is_counted', -1); end if;
  if tg_op <> 'DELETE' then insert into row_changes values (tg_table_name, to_jsonb(new) - 'is_counted', 1); end if;
  return null;
end $$;
create function note_one_job(task int, key text, by int) returns void language sql as $$
  insert into row_changes select 'jobs', jsonb_build_object('task', identifier, 'key', key), by
  from graphile_worker._private_tasks where id = task and (key is null or key not similar to '(timed|billing-check):%')
$$;
create function note_job() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then perform note_one_job(old.task_id, old.key, -1); end if;
  if tg_op <> 'DELETE' then perform note_one_job(new.task_id, new.key, 1); end if;
  return null;
end $$;
create trigger note_job after insert or delete or update of key on graphile_worker._private_jobs for each row execute function note_job();`

/** From now on of these tables and of the queue. Answers with what tells, and forgets, all that has changed since it was last asked. */
export async function watchRows({ services: { db } }: TestServer, tables: readonly string[]): Promise<() => Promise<Change[]>> {
  const triggers = tables.map(
    (name) => `create trigger note_row after insert or update or delete on ${name} for each row execute function note_row();`,
  )
  await db.execute(sql.raw(noting + triggers.join('\n')))
  return async () => {
    const { rows } = await db.execute<Change>(
      sql`with gone as (delete from row_changes returning *)
        select name, row, sum(by)::int as by from gone group by name, row having sum(by) <> 0 order by name, row`,
    )
    return rows
  }
}
