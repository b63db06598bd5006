/** All that an installation keeps, to look for what must not be in it (R45, R46): every table, and every file of the data folder but the mails. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { codeLength } from '@sampan/contract/limits'
import { normalizeCode } from '@sampan/contract/rules/verification-code'
import { sql } from 'drizzle-orm'
import type { TestServer } from './test-server.ts'

/** Tables by schema and name, files by their path in the data folder: those that hold a word. */
export type AllKept = { placesOf: (word: string) => string[] }

/** Five letters and digits, as a mail brings them, may stand by chance in a time, an id or the hex of bytes: there they are no code. */
export function holdsWord(text: string, word: string): boolean {
  const isCode = word.length === codeLength && normalizeCode(word) === word
  return isCode ? new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text) : text.includes(word)
}

/** Each byte as one character. */
const byByte = (bytes: Buffer): string => bytes.toString('latin1')

export async function allKept({ services: { db, config } }: TestServer): Promise<AllKept> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by 1`,
  )
  const places = tables.map(async ({ name }): Promise<[string, string]> => {
    const { rows } = await db.execute<{ text: string }>(
      sql`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.raw(name)} t`,
    )
    return [name, byByte(Buffer.from(rows[0]!.text))]
  })
  const files = readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join(config.dataDir, 'outbox')))
    .map((path): [string, string] => [relative(config.dataDir, path), byByte(readFileSync(path))])
  const kept = [...(await Promise.all(places)), ...files]
  // Bytes stand in a row as their hex.
  const holds = (text: string, word: Buffer) => holdsWord(text, byByte(word)) || text.includes(word.toString('hex'))
  return {
    placesOf: (word) =>
      kept.filter(([place, text]) => place.includes(word) || holds(text, Buffer.from(word))).map(([place]) => place),
  }
}
