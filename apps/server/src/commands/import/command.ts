/** `sampan import pingvin|palmr` (O9). */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { languages } from '@sampan/contract/languages'
import { defaultLanguage, isLanguage } from '@sampan/contract/paths'
import { withUploadPurposes } from '../../app.ts'
import { noteBegun } from '../../features/admin/index.ts'
import type { Services } from '../../services.ts'
import { type Command, CommandError, type Context, type Given } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { plainText } from '../plain-text.ts'
import { accountOf } from '../users/account.ts'
import { palmrKey } from './decrypt.ts'
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

/** A text in a file, so that it stands in no history of a shell. */
function keyIn(context: Context, { values }: Given): Buffer | null {
  if (typeof values['key-file'] !== 'string') return null
  try {
    return palmrKey(readFileSync(resolve(context.cwd, values['key-file']), 'utf8').trim())
  } catch {
    throw new CommandError(`There is no file ${values['key-file']}.`)
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
  const folder = { root: folderIn(context, given), key: keyIn(context, given) }
  const language = languageIn(given)
  const source = await readSource(context, given, read)
  const { services } = await openInstallation(context)
  const nobodys = await nobodysIn(services, given)
  if (!isDry) await noteBegun(services, { act: 'imported', about: source.product })
  const report: Report = { lines: [], remarks: source.remarks, files: 0, bytes: 0 }
  const log = (line: string) => context.log(plainText(line))
  const needs = { services: withUploadPurposes(services), source, folder, language, isDry }
  try {
    await runImport({ ...needs, isTold: given.values['mail-people'] === true, nobodys, log }, report)
  } finally {
    for (const line of reportLines(report, isDry)) context.out(line)
    const file = given.values.report
    if (typeof file === 'string') writeFileSync(resolve(context.cwd, file), reportCsv(report, isDry))
  }
  return report.lines.some(({ isTrouble }) => isTrouble) ? 1 : 0
}

const options = {
  database: { type: 'string' },
  files: { type: 'string' },
  'owner-of-anonymous': { type: 'string' },
  language: { type: 'string' },
  'mail-people': { type: 'boolean' },
  report: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

type About = { name: string; read: Reader; files: string; more?: Command['options']; help?: readonly string[] }

const importer = ({ name, read, files, more = {}, help = [] }: About): Command => ({
  usage: '--database FILE --files FOLDER [OPTION]…',
  summary: `Bring accounts, shares and upload pages over from ${name}.`,
  help: [
    '  --database FILE             its database, a file of SQLite; it is read and never written',
    `  --files FOLDER              ${files}, or a copy of its bucket`,
    ...help,
    '  --owner-of-anonymous EMAIL  an account here that gets what is nobody’s there; else that stays behind',
    `  --language                  of the accounts that are made: ${languages.join(', ')} (${defaultLanguage})`,
    '  --mail-people               mail whoever gets an account here: where to log in, or to choose a password',
    '  --report FILE               the report as CSV too',
    '  --dry-run                   change nothing, and report what would come over',
    '',
    'Stop the other product before. Each share comes over once: broken off, call it again. Recipients are not mailed.',
    'Exit codes: 0 done, 1 done and something should be looked at, 2 not done. May run beside the server.',
  ],
  options: { ...options, ...more },
  run: (context, given) => run(context, given, read),
})

export const importPingvin = importer({ name: 'Pingvin Share', read: readPingvin, files: 'its data/uploads' })
export const importPalmr = importer({
  name: 'Palmr',
  read: readPalmr,
  files: 'its uploads',
  more: { 'key-file': { type: 'string' } },
  help: ['  --key-file FILE             a file with its ENCRYPTION_KEY, where it kept its files encrypted'],
})
