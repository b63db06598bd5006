import { endlessLimits, planLimitNames, planOf, rolePlan } from '@sampan/contract/plans'
import { readLimits } from '@sampan/contract/rules/own-limits'
import { setLimits } from '../../features/admin/index.ts'
import { type Command, CommandError } from '../command.ts'
import { changeByCommand } from './account.ts'
import { maxReasonChars, reasonIn, reasonOption } from './reason.ts'

export const setUserLimits: Command = {
  usage: 'EMAIL LIMIT=VALUE... --reason TEXT',
  summary: 'Give an account other limits than its plan’s, or the plan’s again.',
  help: [
    `  LIMIT           one of ${planLimitNames.join(', ')}`,
    '  VALUE           a whole number (of bytes also as 50GB); plan takes it back;',
    `                  unlimited for ${endlessLimits.join(', ')}`,
    `  --reason TEXT   why, for you and other operators; at most ${maxReasonChars} characters`,
    '',
    'What is not named stays as it is. A team has the limits of its owner. Nothing that is stored is touched.',
  ],
  options: reasonOption,
  operands: [2, 1 + planLimitNames.length],
  async run(context, { values, operands: [email, ...words] }) {
    const change = readLimits(words)
    if (typeof change === 'string')
      throw new CommandError(`"${change}" is no limit with a value that it may have, as storageBytes=50GB or files=plan`)
    const { user, owner } = await changeByCommand(context, email!, setLimits(change, reasonIn(values)))
    context.out(`${user.email} has now:`)
    const [holds, given] = [planOf(owner), rolePlan(owner.role)]
    for (const name of planLimitNames) {
      const byPlan = owner.ownLimits?.[name] === undefined ? '' : `  (the plan gives ${given[name] ?? 'unlimited'})`
      context.out(`  ${name.padEnd(18)} ${holds[name] ?? 'unlimited'}${byPlan}`)
    }
    return 0
  },
}
