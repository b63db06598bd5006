/** The settings of the database. */
import { setting, url, wholeNumberOrNull } from './setting-parsers.ts'

export const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    'Any Postgres 15 or later instead of the embedded one.',
    'postgres://sampan:secret@db.example.com/sampan',
    url(['postgres:', 'postgresql:']),
  ),
  databasePoolerUrl: setting(
    'DATABASE_POOLER_URL',
    'A pooler in transaction mode (PgBouncer) before that database. What needs a session goes on by DATABASE_URL.',
    'postgres://sampan:secret@pooler.example.com:6432/sampan',
    url(['postgres:', 'postgresql:']),
  ),
  databasePool: setting(
    'DATABASE_POOL',
    'Most database connections of each process. Default: 20; above 4 WORKERS 80 divided among them, 4 at least.',
    '20',
    wholeNumberOrNull(4, 500),
  ),
}
