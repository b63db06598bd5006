import { defaultLanguage } from '@sampan/contract/paths'
import { refundDays } from '@sampan/contract/plans'
import { formatPrice } from '@sampan/texts/format'
import { noteAct } from '../features/admin/index.ts'
import { refundLast } from '../features/billing/index.ts'
import { type Command, CommandError } from './command.ts'
import { openInstallation } from './installation.ts'
import { accountOf } from './users/account.ts'

export const refund: Command = {
  usage: 'EMAIL',
  summary: `Give an account its last payment back, within ${refundDays} days of it, and end its plan.`,
  help: [
    'The money goes to the card that paid, the account goes on as Free or as what else it has, and its owner is mailed.',
    'Called again it does nothing more.',
  ],
  operands: 1,
  async run(context, { operands }) {
    const { services } = await openInstallation(context)
    const { owner, user } = await accountOf(services, operands[0]!)
    const given = await refundLast(services, owner.id, (tx, { amountCents }, now) =>
      noteAct(tx, 'command', { act: 'refunded', aboutUserId: user.id, detail: formatPrice(amountCents, defaultLanguage) }, now),
    )
    if (!given) throw new CommandError(`${user.email} has paid nothing in the last ${refundDays} days.`)
    const mark = services.payments.isTest ? ' (test mode: no money was moved)' : ''
    context.out(`${formatPrice(given.amountCents, defaultLanguage)} given back to ${user.email}${mark}. The plan has ended.`)
    return 0
  },
}
