import { listLicenceBatches, listLicenceCodes } from '../../features/licences/index.ts'
import { type Command, CommandError, type Context } from '../command.ts'
import { openInstallation } from '../installation.ts'

type Code = Awaited<ReturnType<typeof listLicenceCodes>>[number]

const day = (at: Date): string => at.toISOString().slice(0, 10)

function stateOf({ email, activatedAt, revokedAt }: Code): string {
  const whose = activatedAt ? `activated ${day(activatedAt)}${email ? ` by ${email}` : ''}` : ''
  return [whose, revokedAt && `revoked ${day(revokedAt)}`].filter(Boolean).join(', ') || 'free'
}

function log(context: Context, rows: object[], lines: string[], isJson: boolean): void {
  if (isJson) context.out(JSON.stringify(rows, null, 2))
  else for (const line of lines) context.out(line)
}

export const listCodes: Command = {
  usage: '[BATCH] [--json]',
  summary: 'List the batches of licence codes, or the codes of one.',
  help: ['  BATCH    its codes, by their last four characters', '  --json   one JSON array'],
  options: { json: { type: 'boolean' } },
  operands: [0, 1],
  async run(context, { values, operands: [batch] }) {
    const { db } = (await openInstallation(context)).services
    const isJson = values.json === true
    if (batch === undefined) {
      const batches = await listLicenceBatches(db)
      const lines = batches.map(
        (of) => `${of.batch}  ${day(of.createdAt)}  ${of.codes} codes, ${of.activated} activated, ${of.revoked} revoked`,
      )
      log(context, batches, lines, isJson)
      if (batches.length === 0) context.log('There are no codes yet. sampan codes make makes some.')
      return 0
    }
    const codes = await listLicenceCodes(db, batch)
    if (codes.length === 0) throw new CommandError(`There is no batch "${batch}".`)
    log(
      context,
      codes,
      codes.map((code) => `…${code.hint}  ${stateOf(code)}`),
      isJson,
    )
    return 0
  },
}
