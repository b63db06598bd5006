/** The operator's commands: a table, and how one of them is called. Bundled beside the server; the file `sampan` at the root calls it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { backup } from './backup/command.ts'
import { restore } from './backup/restore-command.ts'
import { bounce } from './bounce.ts'
import { listCodes } from './codes/list.ts'
import { makeCodes } from './codes/make.ts'
import { revokeCodes } from './codes/revoke.ts'
import { type Command, CommandError, type Context, type ExitCode } from './command.ts'
import { doctor } from './doctor.ts'
import { markFeedback } from './feedback/handled.ts'
import { listFeedback } from './feedback/list.ts'
import { showFeedback } from './feedback/show.ts'
import { fsck } from './fsck/command.ts'
import { gc } from './gc.ts'
import { importPalmr, importPingvin } from './import/command.ts'
import { migrateCommand } from './migrate.ts'
import { moveStoreCommand } from './move-store/command.ts'
import { refund } from './refund.ts'
import { dismissReports, restoreTransfer, takeDownTransfer } from './reports/decide.ts'
import { listReports } from './reports/list.ts'
import { showReports } from './reports/show.ts'
import { rotateKeys } from './rotate-keys/command.ts'
import { seed } from './seed/command.ts'
import { showAudit } from './service/audit.ts'
import { listBounces } from './service/bounces.ts'
import { dropJob, retryJob, showQueue } from './service/queue.ts'
import { showStorage } from './service/storage.ts'
import { stripePrices } from './stripe-prices.ts'
import { connectUser } from './users/connect.ts'
import { changeUserEmail } from './users/email.ts'
import { setUserLimits } from './users/limits.ts'
import { logUserOut } from './users/log-out.ts'
import { operatorRole } from './users/operator.ts'
import { restoreUser } from './users/restore.ts'
import { setRole } from './users/role.ts'
import { secondFactor } from './users/second-factor.ts'
import { showUser } from './users/show.ts'
import { suspendUser } from './users/suspend.ts'
import { users } from './users/users.ts'

const commands: Readonly<Record<string, Command>> = {
  doctor,
  fsck,
  gc,
  'rotate-keys': rotateKeys,
  'move-store': moveStoreCommand,
  backup,
  restore,
  migrate: migrateCommand,
  users,
  'user show': showUser,
  'user role': setRole,
  'user limits': setUserLimits,
  'user suspend': suspendUser,
  'user restore': restoreUser,
  'user email': changeUserEmail,
  'user second-factor': secondFactor,
  'user connect': connectUser,
  'user operator': operatorRole,
  'user log-out': logUserOut,
  'codes make': makeCodes,
  'codes list': listCodes,
  'codes revoke': revokeCodes,
  reports: listReports,
  'reports show': showReports,
  'reports take-down': takeDownTransfer,
  'reports restore': restoreTransfer,
  'reports dismiss': dismissReports,
  feedback: listFeedback,
  'feedback show': showFeedback,
  'feedback handled': markFeedback,
  'import pingvin': importPingvin,
  'import palmr': importPalmr,
  queue: showQueue,
  'queue retry': retryJob,
  'queue drop': dropJob,
  storage: showStorage,
  audit: showAudit,
  refund,
  bounce,
  bounces: listBounces,
  'stripe-prices': stripePrices,
  seed,
}

/** A name is one word or two: what the words begin with, and what is left of them. */
function nameIn(words: readonly string[]): { name: string; rest: string[] } {
  const two = words.slice(0, 2).join(' ')
  return words.length > 1 && Object.hasOwn(commands, two)
    ? { name: two, rest: words.slice(2) }
    : { name: words[0]!, rest: words.slice(1) }
}

type Io = Pick<Context, 'out' | 'log'>
const standard: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  log: (line) => void process.stderr.write(`${line}\n`),
}

const usageOf = (name: string, { usage }: Command): string => `sampan ${name}${usage && ` ${usage}`}`

const rowsOf = (names: readonly string[]): string[] => names.map((name) => `  ${name.padEnd(18)} ${commands[name]!.summary}`)

/** Shown below the client's own commands. */
const overview = (): string =>
  [
    'For who runs a server, on its own data, with its settings from the environment:',
    ...rowsOf(Object.keys(commands)),
    '',
    'Exit codes of these: 0 done, 1 done and something is not as it should be, 2 not done.',
  ].join('\n')

const pageOf = (name: string, command: Command): string =>
  [`Usage: ${usageOf(name, command)}`, '', command.summary, ...(command.help ? ['', ...command.help] : [])].join('\n')

const groupOf = (name: string): string[] => Object.keys(commands).filter((each) => each.startsWith(`${name} `))

function help(io: Io, words: readonly string[]): ExitCode {
  if (words.length === 0) return show(io, overview())
  const { name } = nameIn(words)
  if (Object.hasOwn(commands, name)) return show(io, pageOf(name, commands[name]!))
  const group = groupOf(name)
  if (group.length > 0) return show(io, rowsOf(group).join('\n'))
  return unknown(io, name)
}

function show(io: Io, page: string): ExitCode {
  io.out(page)
  return 0
}

function unknown(io: Io, name: string): ExitCode {
  const group = groupOf(name)
  const what = group.length ? `"${name}" is not whole: one of ${group.join(', ')}.` : `There is no command "${name}".`
  io.log(`${what} sampan help tells of all.`)
  return 2
}

/** Answers with the exit code; whatever goes wrong is told in a sentence. */
export async function runCommand(args: readonly string[], cwd: string, io: Io = standard): Promise<ExitCode> {
  const { name, rest } = nameIn(args.length ? args : ['help'])
  if (name === 'help' || name === '--help' || name === '-h') return help(io, rest)
  if (rest.includes('--help') || rest.includes('-h')) return help(io, [name])
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return unknown(io, name)
  const ends: (() => Promise<void>)[] = []
  const interrupted = onSignal(ends)
  try {
    return await command.run(contextOf(cwd, io, ends), parse(command, name, rest))
  } catch (error) {
    io.log(sentenceOf(error))
    return 2
  } finally {
    await endAll(ends)
    interrupted()
  }
}

function parse({ options = {}, operands = 0 }: Command, name: string, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    const [min, max] = typeof operands === 'number' ? [operands, operands] : operands
    if (positionals.length > max) throw new Error(`"${positionals[max]}" is too much`)
    if (positionals.length < min) throw new Error('Something is missing')
    return { values: values as Record<string, string | boolean | undefined>, operands: positionals }
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\nUsage: ${usageOf(name, commands[name]!)}`)
  }
}

const contextOf = (cwd: string, io: Io, ends: (() => Promise<void>)[]): Context => ({
  ...io,
  config: readConfig(),
  cwd,
  clock: () => new Date(),
  migrationsFolder: join(fileURLToPath(new URL('.', import.meta.url)), 'migrations'),
  atEnd: (close) => void ends.push(close),
})

/** What is foreseen needs no stack; the rest is for whoever mends it. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TypeError' || error.name === 'RangeError' ? (error.stack ?? error.message) : error.message
}

async function endAll(ends: (() => Promise<void>)[]): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end().catch(() => {})
}

/** A database that was started for the command must not outlive it. */
function onSignal(ends: (() => Promise<void>)[]): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stop = () => void endAll(ends).finally(() => process.exit(2))
  for (const signal of signals) process.once(signal, stop)
  return () => signals.forEach((signal) => void process.off(signal, stop))
}
