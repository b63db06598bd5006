import { defaultLanguage } from '@sampan/contract/paths'
import { isPlanShared, planOf } from '@sampan/contract/plans'
import { writeOwnLimits } from '@sampan/contract/rules/own-limits'
import { formatBytes } from '@sampan/texts/format'
import { type Account, aroundAccount } from '../../features/admin/index.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../command.ts'
import { openInstallation } from '../installation.ts'
import { accountOf, summaryOf } from './account.ts'

async function wholeAccount({ db, clock }: Pick<Services, 'db' | 'clock'>, account: Account) {
  const { user, owner } = account
  const { subscription, ...around } = await aroundAccount(db, account, clock())
  const { storageBytes, transfersPerMonth } = planOf(owner)
  return {
    userId: user.id,
    ...summaryOf(account),
    language: user.language,
    loginCount: user.loginCount,
    deleteAt: user.deleteAt,
    givenRole: owner.givenRole,
    ownLimits: owner.ownLimits,
    subscription: subscription
      ? {
          role: subscription.role,
          status: subscription.status,
          period: subscription.period,
          trialEndsAt: subscription.trialEndsAt,
          periodEndsAt: subscription.periodEndsAt,
          isCancelling: subscription.isCancelling,
        }
      : null,
    customerId: owner.customerId,
    suspendedAt: owner.revokedAt,
    suspendReason: owner.revokeReason,
    standingActs: owner.standingActs,
    reservedBytes: owner.reservedBytes,
    storageBytes,
    transfersPerMonth,
    ...around,
  }
}
type Whole = Awaited<ReturnType<typeof wholeAccount>>

const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? ''
const bytes = (value: number): string => formatBytes(value, defaultLanguage)

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Why the account has its role, in the words of what gives it. */
function groundsOf({ subscription, licenceCodes, givenRole }: Whole): string {
  const grounds = [
    isPlanShared() && 'BILLING=off, as everybody; of its own',
    subscription && `subscription ${subscription.role} ${subscription.period}, ${subscription.status}`,
    subscription?.trialEndsAt && `trial until ${day(subscription.trialEndsAt)}`,
    subscription?.periodEndsAt &&
      `period until ${day(subscription.periodEndsAt)}${subscription.isCancelling ? ', then ends' : ''}`,
    licenceCodes > 0 && counted(licenceCodes, 'licence code'),
    givenRole && `given ${givenRole}`,
  ]
  return grounds.filter(Boolean).join('; ') || 'nothing: free'
}

const actRow = ({ act, reason, at }: Whole['standingActs'][number]): [string, string] => [
  act === 'suspended' ? 'Suspended' : 'Restored',
  `${at.slice(0, 10)}: ${reason}`,
]

/** One that suspended it without a note, as older versions do, is the last row. */
function actRows({ standingActs, suspendedAt, suspendReason }: Whole): [string, string][] {
  const isNoted = suspendedAt === null || standingActs.at(-1)?.act === 'suspended'
  const unnoted = isNoted ? [] : [{ act: 'suspended' as const, reason: suspendReason ?? '', at: suspendedAt.toISOString() }]
  return [...standingActs, ...unnoted].map(actRow)
}

const rowsOf = (of: Whole): [string, string][] => [
  ['Account', of.email],
  ['Name', [of.fullName, of.company].filter(Boolean).join(', ')],
  ['Role', `${of.role}, ${of.status}`],
  ['By', groundsOf(of)],
  ...actRows(of),
  ['Deletion', of.deleteAt ? `asked for, on ${day(of.deleteAt)}` : ''],
  ['Storage', `${bytes(of.usedBytes)} of ${bytes(of.storageBytes)}, ${bytes(of.reservedBytes)} reserved`],
  [
    'This month',
    `${counted(of.thisMonthsTransfers, 'transfer')}${of.transfersPerMonth === null ? '' : ` of ${of.transfersPerMonth}`}`,
  ],
  ['Transfers', `${of.transfers}, ${counted(of.openUploads, 'upload')} open`],
  ['Limits', of.ownLimits ? `not its plan’s: ${writeOwnLimits(of.ownLimits)}` : ''],
  ['Signed in', `${counted(of.sessions, 'session')}, ${counted(of.loginCount, 'log-in')} since ${day(of.createdAt)}`],
]

export const showUser: Command = {
  usage: 'EMAIL [--json]',
  summary: 'Show an account: its role and why, what it uses, whether it is suspended.',
  help: ['  --json   one JSON object'],
  options: { json: { type: 'boolean' } },
  operands: 1,
  async run(context, { values, operands }) {
    const { services } = await openInstallation(context)
    const whole = await wholeAccount(services, await accountOf(services, operands[0]!))
    if (values.json) context.out(JSON.stringify(whole, null, 2))
    else for (const [name, text] of rowsOf(whole)) if (text) context.out(`${name.padEnd(11)} ${text}`)
    return 0
  },
}
