/** The migrations make the tables that the code has. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import * as tables from './tables.ts'

const all = join(import.meta.dirname, 'migrations')

type Journal = { entries: { idx: number; tag: string }[] }

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

test('T4 the counts by weeks are read from their keys alone, which no generator knows how to say', () => {
  const sql = readdirSync(all)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(join(all, name), 'utf8'))
  for (const table of ['recipient_weeks', 'transfer_weeks'])
    expect(sql.join('\n')).toMatch(new RegExp(`"${table}_\\w+_pk" PRIMARY KEY\\([^)]*\\) INCLUDE \\("downloads"\\)`))
})
