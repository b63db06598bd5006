/** `sampan import pingvin|palmr` (O9). */
import { realpathSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultLanguage, isLanguage } from '@sampan/contract/paths'
import { withUploadPurposes } from '../../app.ts'
import type { Services } from '../../services.ts'
import { type Command, CommandError, type Context, type Given } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText } from '../plain-text.ts'
import { accountOf } from '../users/account.ts'
import { readPalmr } from './palmr.ts'
import type { Person } from './people.ts'
import { readPingvin } from './pingvin.ts'
import { type Report, reportCsv, reportLines } from './report.ts'
import { runImport } from './run.ts'
import type { Source } from './source.ts'
import { openSqlite, type SqliteFile } from './sqlite.ts'

type Reader = (file: SqliteFile) => Source

function required({ values }: Given, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value === '') throw new CommandError(`Say --${name}`)
  return value
}

function folderIn(context: Context, given: Given): string {
  const folder = resolve(context.cwd, required(given, 'files'))
  try {
    return realpathSync(folder)
  } catch {
    throw new CommandError(`There is no folder ${folder}.`)
  }
}

async function readSource(context: Context, given: Given, read: Reader): Promise<Source> {
  const file = await openSqlite(resolve(context.cwd, required(given, 'database')))
  try {
    return read(file)
  } finally {
    file.close()
  }
}

async function nobodysIn(services: Services, { values }: Given): Promise<Person | undefined> {
  const email = values['owner-of-anonymous']
  if (typeof email !== 'string') return undefined
  const { user, owner } = await accountOf(services, email)
  return { email: user.email, name: user.fullName, ids: { userId: user.id, ownerId: owner.id } }
}

function languageIn({ values }: Given) {
  const language = String(values.language ?? defaultLanguage)
  if (!isLanguage(language)) throw new CommandError(`--language=${language} is no language of Sampan.`)
  return language
}

async function run(context: Context, given: Given, read: Reader) {
  const isDry = given.values['dry-run'] === true
  const [root, language] = [folderIn(context, given), languageIn(given)]
  const source = await readSource(context, given, read)
  const { services } = await openInstallation(context)
  const nobodys = await nobodysIn(services, given)
  const report: Report = { lines: [], remarks: source.remarks, files: 0, bytes: 0 }
  const log = (line: string) => context.log(plainText(line))
  const needs = { services: withUploadPurposes(services), source, root, language, isDry }
  try {
    await runImport({ ...needs, nobodys, log }, report)
  } finally {
    for (const line of reportLines(report, isDry)) context.out(line)
    const file = given.values.report
    if (typeof file === 'string') writeFileSync(resolve(context.cwd, file), reportCsv(report, isDry))
  }
  return report.lines.some(({ isTrouble }) => isTrouble) ? 1 : 0
}

const importer = (name: string, read: Reader, files: string): Command => ({
  usage: '--database FILE --files FOLDER [--owner-of-anonymous EMAIL] [--language en|zh] [--report FILE] [--dry-run]',
  summary: `Bring accounts, shares and upload pages over from ${name}.`,
  help: [
    '  --database FILE             its database, a file of SQLite; it is read and never written',
    `  --files FOLDER              ${files}`,
    '  --owner-of-anonymous EMAIL  an account here that gets what is nobody’s there; else that stays behind',
    '  --language                  of the accounts that are made (en)',
    '  --report FILE               the report as CSV too',
    '  --dry-run                   change nothing, and report what would come over',
    '',
    'Stop the other product before. Each share comes over once: broken off, call it again. Nobody is mailed.',
    'Exit codes: 0 done, 1 done and something should be looked at, 2 not done. May run beside the server.',
  ],
  options: {
    database: { type: 'string' },
    files: { type: 'string' },
    'owner-of-anonymous': { type: 'string' },
    language: { type: 'string' },
    report: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  run: (context, given) => run(context, given, read),
})

const orBucket = 'or a copy of its bucket'
export const importPingvin = importer('Pingvin Share', readPingvin, `its data/uploads, ${orBucket}`)
export const importPalmr = importer('Palmr', readPalmr, `its uploads, ${orBucket}`)
