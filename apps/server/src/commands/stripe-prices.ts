import { defaultLanguage } from '@sampan/contract/paths'
import { priceOf } from '@sampan/contract/plans'
import { formatPrice } from '@sampan/texts/format'
import { noteBegun } from '../features/admin/index.ts'
import { type Command, CommandError } from './command.ts'
import { openInstallation } from './installation.ts'

export const stripePrices: Command = {
  usage: '',
  summary: 'Make the products and prices of the plans in Stripe, or bring them up to date.',
  help: [
    'Prices are found by their lookup key. One whose amount differs is replaced: whoever pays the old one goes on paying it.',
    'Once before the first sale, and after an update that changes prices. Needs STRIPE_SECRET_KEY.',
  ],
  async run(context) {
    const { services } = await openInstallation(context)
    const { payments, config } = services
    if (payments.mode !== 'stripe') throw new CommandError('There is no STRIPE_SECRET_KEY: the sandbox has its prices already.')
    await noteBegun(services, { act: 'pricesMade' })
    for (const { priceId, did } of await payments.syncPrices(config.productName))
      context.out(`${priceId.padEnd(24)} ${formatPrice(priceOf(priceId).cents, defaultLanguage).padStart(5)}  ${did}`)
    return 0
  },
}
