/** Reads a SQLite file as it was when it was opened: a copy in memory, so that nothing is ever written beside or into it. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { CommandError } from '../command.ts'

type Value = number | string | bigint | Uint8Array | null
export type Row = Readonly<Record<string, Value>>
export type SqliteFile = {
  /** All rows of a table; none where there is no such table. A column that is not there is missing in each. */
  rows: (table: string) => Row[]
  has: (table: string) => boolean
  close: () => void
}

const magic = 'SQLite format 3\0'
/** Where the header says by which journal it is written: 2 is the log beside it, which a copy in memory has not and needs not. */
const journalBytes = [18, 19] as const

function contentOf(file: string): Uint8Array {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`There is no file ${file}.`)
  const log = `${file}-wal`
  if (existsSync(log) && statSync(log).size > 0)
    throw new CommandError(
      `Beside ${file} lies ${log} with what is not in it yet. Stop the product that writes it, then call again.`,
    )
  const content = readFileSync(file)
  if (content.subarray(0, magic.length).toString('latin1') !== magic) throw new CommandError(`${file} is no database of SQLite.`)
  for (const at of journalBytes) if (content[at] === 2) content[at] = 1
  return content
}

/** Loaded only here: no other command needs it. */
export async function openSqlite(file: string): Promise<SqliteFile> {
  const content = contentOf(file)
  const { default: load } = await import('sql.js')
  const database = new (await load()).Database(content)
  const tables = new Set(
    database.exec("select name from sqlite_master where type = 'table'")[0]?.values.map(([name]) => String(name)) ?? [],
  )
  return {
    has: (table) => tables.has(table),
    rows: (table) => {
      if (!tables.has(table)) return []
      const [found] = database.exec(`select * from "${table.replaceAll('"', '""')}"`)
      return (found?.values ?? []).map((values) => Object.fromEntries(found!.columns.map((name, n) => [name, values[n] ?? null])))
    },
    close: () => database.close(),
  }
}

export const text = (value: Value | undefined): string => (value === null || value === undefined ? '' : String(value))
export const textOrNull = (value: Value | undefined): string | null => text(value).trim() || null
export const isTrue = (value: Value | undefined): boolean => value === 1 || value === 'true'

/** Said to be not so: where the column is missing, or empty, nothing is said. */
export const isFalse = (value: Value | undefined): boolean => value === 0 || value === 'false'

/** Null where it is no whole number from 0 on that can be told exactly. */
export function count(value: Value | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** Milliseconds, or text that is in UTC where it names no zone. */
export function time(value: Value | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null
  const isPlain = typeof value === 'string' && /^\d{4}-\d\d-\d\d[ T][\d:.]+$/.test(value)
  const at = new Date(typeof value === 'string' ? (isPlain ? `${value.replace(' ', 'T')}Z` : value) : Number(value))
  return Number.isNaN(at.getTime()) ? null : at
}

/** Rows by what a column of theirs says. */
export function by<R extends Row>(rows: readonly R[], column: string): Map<string, R[]> {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const key = text(row[column])
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
