import { removeSecondFactorOf } from '../../features/accounts/index.ts'
import { noteAct } from '../../features/admin/index.ts'
import { type Command, CommandError } from '../command.ts'
import { openInstallation } from '../installation.ts'

export const secondFactor: Command = {
  usage: 'off EMAIL',
  summary: 'Let an account log in with its password alone again.',
  help: [
    'For somebody who has neither their authenticator app nor recovery codes any more. Recovery codes, remembered',
    'browsers and passkeys end, with the sessions that a passkey has opened; others stay. Its owner is told by mail.',
    'Be sure who asks you: with the password, whoever has it gets in.',
  ],
  operands: 2,
  async run(context, { operands: [word, address] }) {
    if (word !== 'off') throw new CommandError(`Only off can be said here, not "${word}": its owner alone switches it on.`)
    const email = address!.trim().toLowerCase()
    const { services } = await openInstallation(context)
    const result = await removeSecondFactorOf(services, email, (tx, userId, now) =>
      noteAct(tx, 'command', { act: 'secondFactorOff', aboutUserId: userId }, now),
    )
    if (result === 'unknown') throw new CommandError(`There is no account with the address ${email}.`)
    context.out(
      result === 'done'
        ? `${email} logs in with the password alone, and is told so by mail.`
        : `${email} has neither a second step nor passkeys: the password alone was enough already.`,
    )
    return 0
  },
}
