/** Tokens and programs of before keep what they could do. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenScopes } from '@sampan/contract/states'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'

const all = join(import.meta.dirname, 'migrations')
const before = mkdtempSync(join(tmpdir(), 'sampan-migrations-'))
const database = `m_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
const options = { ...inject('postgres'), database }
const admin = new pg.Client({ ...inject('postgres'), database: 'sampan' })
const client = new pg.Client(options)

beforeAll(async () => {
  cpSync(all, before, { recursive: true })
  const path = join(before, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const here = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_token_scopes'))
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, here) }))
  await admin.connect()
  await admin.query(`create database ${database}`)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await admin.query(`drop database ${database}`)
  await admin.end()
  rmSync(before, { recursive: true, force: true })
})

test('O9 tokens of before have every scope and no end; browsers and programs keep all that their account may', async () => {
  await migrate(options, before)
  const owner = (await client.query(`insert into owners (kind, key, role) values ('user', 'k', 'free') returning id`)).rows[0].id
  const user = (
    await client.query(
      `insert into users (email, password_hash, language, owner_id, created_at) values ('a@example.com', '', 'en', $1, now()) returning id`,
      [owner],
    )
  ).rows[0].id
  for (const kind of ['browser', 'device', 'token']) {
    const end = kind === 'token' ? '9999-12-31' : '2099-01-01'
    const { rows } = await client.query(
      `insert into sessions (user_id, browser_hash, rotated_at, created_at, expires_at, user_agent, ip, kind) values ($1, '', now(), now(), $2, $3, '', $3) returning id`,
      [user, end, kind],
    )
    if (kind === 'token')
      await client.query(
        `insert into api_tokens (session_id, token_hash, name, created_at, last_used_at) values ($1, '\\x00', 'old', now(), now())`,
        [rows[0].id],
      )
  }
  await migrate(options, all)
  const { rows } = await client.query('select kind, scopes from sessions order by kind')
  expect(rows).toEqual([
    { kind: 'browser', scopes: null },
    { kind: 'device', scopes: null },
    { kind: 'token', scopes: [...tokenScopes] },
  ])
  expect((await client.query('select name, last_used_ip, ending_told_at from api_tokens')).rows).toEqual([
    { name: 'old', last_used_ip: null, ending_told_at: null },
  ])
  // A token without scopes would be one that may everything.
  await expect(client.query(`update sessions set scopes = null where kind = 'token'`)).rejects.toThrow(
    'sessions_tokens_have_scopes',
  )
})
