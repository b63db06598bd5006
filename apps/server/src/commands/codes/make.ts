import { rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { csvLine } from '@sampan/contract/rules/csv'
import { groupLicenceCode, looksLikeLicenceCode } from '@sampan/contract/rules/licence-codes'
import { noteAct } from '../../features/admin/index.ts'
import { makeLicenceCodes } from '../../features/licences/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'

const maxCodes = 10_000
const batchName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/

function countIn(word: string): number {
  const count = /^\d+$/.test(word) ? Number(word) : 0
  if (count < 1 || count > maxCodes) throw new CommandError(`"${word}" must be a whole number from 1 to ${maxCodes}`)
  return count
}

function batchIn(word: string): string {
  if (!batchName.test(word))
    throw new CommandError('Name the batch with --batch: letters, digits, dots, dashes and underscores, at most 60')
  if (looksLikeLicenceCode(word)) throw new CommandError(`"${word}" looks like a code: name the batch otherwise`)
  return word
}

const csvOf = (codes: string[], batch: string): string =>
  [['code', 'batch'], ...codes.map((code) => [groupLicenceCode(code), batch])].map(csvLine).join('')

/** For its owner alone, and never over a file that is there. */
function writeCsv(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'it is there already' : (error as Error).message
    throw new CommandError(`${path} cannot be written, and no code was made: ${why}`)
  }
}

export const makeCodes: Command = {
  usage: 'NUMBER --batch NAME [--csv FILE]',
  summary: 'Make licence codes. They are shown this once: only what nobody can make one of is kept.',
  help: [
    `  NUMBER        how many, at most ${maxCodes} at once`,
    '  --batch NAME  a new name, by which they are listed and revoked',
    '  --csv FILE    write them to a new file with the columns code and batch; else one a line',
  ],
  options: { batch: { type: 'string' }, csv: { type: 'string' } },
  operands: 1,
  async run(context, { values, operands }) {
    const [count, batch] = [countIn(operands[0]!), batchIn(String(values.batch ?? ''))]
    const file = values.csv ? resolve(context.cwd, String(values.csv)) : null
    const { services } = await openInstallation(context)
    let made: string[] = []
    let isWritten = false
    const keep = (codes: string[]) => {
      made = codes
      if (file) writeCsv(file, csvOf(codes, batch))
      isWritten = file !== null
    }
    const isNew = await makeLicenceCodes(services, { batch, count }, keep, (tx, done, now) =>
      noteAct(tx, 'command', { act: 'codesMade', about: done.about, detail: String(done.count) }, now),
    ).catch((error) => {
      // What was not committed must not be handed out.
      if (isWritten) rmSync(file!, { force: true })
      throw error
    })
    if (!isNew) throw new CommandError(`There is a batch "${batch}" already. Name the new one otherwise.`)
    if (!file) for (const code of made) context.out(groupLicenceCode(code))
    context.log(`Made ${made.length} codes${file ? ` into ${file}` : ''}. They cannot be shown again.`)
    return 0
  },
}
