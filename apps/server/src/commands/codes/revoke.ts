import { looksLikeLicenceCode } from '@sampan/contract/rules/licence-codes'
import { noteAct } from '../../features/admin/index.ts'
import { revokeLicenceCodes } from '../../features/licences/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'

export const revokeCodes: Command = {
  usage: 'BATCH|CODE',
  summary: 'Revoke a batch of licence codes, or one; accounts fall to what else they have.',
  help: ['What was sent stays downloadable. A code that was revoked works never again.'],
  operands: 1,
  async run(context, { operands }) {
    const word = operands[0]!
    const isCode = looksLikeLicenceCode(word)
    const { services } = await openInstallation(context)
    const named = isCode ? { code: word } : { batch: word }
    const { found, revoked, accounts } = await revokeLicenceCodes(services, named, (tx, { about, count }, now) =>
      noteAct(tx, 'command', { act: 'codesRevoked', about, detail: String(count) }, now),
    )
    if (found === 0) throw new CommandError(isCode ? 'There is no such code.' : `There is no batch "${word}".`)
    context.out(`Codes revoked: ${revoked}, before: ${found - revoked}. Accounts that had them: ${accounts}.`)
    return 0
  },
}
