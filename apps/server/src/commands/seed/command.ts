/** Fills an account with made-up transfers and downloads: to look at the dashboard with much in it, and to measure it (T4). */
import { inTransaction } from '../../db/connect.ts'
import { countDownloads } from '../../features/analytics/index.ts'
import { type Command, CommandError, numberOption } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { accountOf } from '../users/account.ts'
import * as queries from './queries.ts'

const perInsert = 100_000
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

export const seed: Command = {
  usage: 'EMAIL [--downloads N] [--transfers N] [--days N] [--beside-others]',
  summary: 'Fill an account with made-up transfers and downloads, to try out and to measure.',
  help: [
    '  EMAIL             an account that exists',
    '  --downloads       how many (1,000,000)',
    '  --transfers       how many (100,000)',
    '  --days            over how many days until now (365)',
    '  --beside-others   also where there are other accounts',
    '',
    'Never for an installation in use: there are no bytes behind these transfers, and fsck will say so.',
  ],
  options: {
    downloads: { type: 'string' },
    transfers: { type: 'string' },
    days: { type: 'string' },
    'beside-others': { type: 'boolean' },
  },
  operands: 1,
  async run(context, given) {
    const downloads = Math.round(numberOption(given, 'downloads', 1_000_000, 0))
    const transfers = Math.round(numberOption(given, 'transfers', 100_000, 1))
    const days = Math.round(numberOption(given, 'days', 365, 2))
    const { services } = await openInstallation(context)
    const { db } = services
    const { user, owner } = await accountOf(services, given.operands[0]!)
    const others = await queries.countOthers(db, user.id)
    if (others > 0 && !given.values['beside-others'])
      throw new CommandError(
        `There are ${others} other accounts: this looks like an installation in use. --beside-others fills it all the same.`,
      )
    const whose = { ownerId: owner.id, userId: user.id, email: user.email }
    const until = context.clock()
    const begin = performance.now()
    await inTransaction(db, async (tx) => {
      await queries.hurry(tx)
      await queries.seedTransfers(tx, whose, { transfers, days, until })
      for (let done = 0; done < downloads; done += perInsert)
        await queries.seedDownloads(tx, owner.id, until, transfers, Math.min(perInsert, downloads - done))
      await queries.settleSeeded(tx, owner.id)
    })
    context.out(`Transfers made: ${transfers}, downloads: ${downloads}, in ${seconds(begin)}.`)
    await queries.vacuum(db)
    const counting = performance.now()
    context.out(
      `Downloads counted for analytics: ${await countDownloads(services)} (a running server may have counted the others), in ${seconds(counting)}.`,
    )
    await queries.vacuum(db)
    return 0
  },
}
