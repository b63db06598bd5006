/** The role table (spec §9, K1 to K4): what the server enforces and what every page prints. */

/** Decimal gigabytes, as the plans are sold (K1). */
export const GB = 1000 ** 3
const TB = 1000 * GB

/** In the order of K1: what n licence codes give is the n-th (P6). */
export const paidRoles = [
  'personal',
  'pro',
  'business',
  'businessplus',
  'businesselite',
  'team',
  'teamplus',
  'teamelite',
] as const

export const roles = ['anon', 'undefined', 'free', ...paidRoles] as const
export type Role = (typeof roles)[number]

/** Link lifetimes in seconds, the first is the default (K4). */
export const expirySeconds = {
  week: 604_800,
  month: 2_629_746,
  quarter: 7_889_238,
  year: 31_536_000,
  never: 3_153_600_000,
} as const
export type ExpiryName = keyof typeof expirySeconds

export type Plan = {
  uploadBytes: number
  storageBytes: number
  recipients: number
  files: number
  /** Counts the owner. */
  seats: number
  /** null: unlimited. */
  transfersPerMonth: number | null
  requestsPerMonth: number | null
  contacts: number | null
  expiries: readonly ExpiryName[]
  customExpiry: boolean
  /** May ask for a link instead of e-mail (Q8). */
  links: boolean
  /** May send html, htm, exe and the rest of Q4. */
  anyFileType: boolean
  /** The longest voice memo and video message that the page records (Q9, Q10). */
  voiceSeconds: number
  videoSeconds: number
  /** What was deleted can be brought back for so long (T11); 0: without an account there is no bin. */
  binDays: number
  /** Links may stand at hosts of one's own (B2). */
  ownHosts: boolean
  /** How much of what recipients see is the sender's own (B1): a logo, or also colour, background and icon. */
  brand: 'logo' | 'whole'
  /** The line that says what it was sent with may go. */
  mayHidePoweredBy: boolean
}

const weekOnly = ['week'] as const
const everyExpiry = Object.keys(expirySeconds) as ExpiryName[]

const small = {
  seats: 1,
  expiries: weekOnly,
  customExpiry: false,
  transfersPerMonth: 10,
  requestsPerMonth: 30,
  contacts: 20,
  voiceSeconds: 180,
  videoSeconds: 180,
  binDays: 7,
  ownHosts: false,
  brand: 'logo',
  mayHidePoweredBy: false,
} as const
const paid = {
  expiries: everyExpiry,
  customExpiry: true,
  links: true,
  anyFileType: true,
  transfersPerMonth: null,
  requestsPerMonth: null,
  contacts: null,
  voiceSeconds: 600,
  videoSeconds: 900,
  binDays: 30,
  ownHosts: false,
  brand: 'whole',
  mayHidePoweredBy: true,
} as const
const business = { ...paid, ownHosts: true } as const

const sizes = (uploadBytes: number, storageBytes: number, recipients: number, files: number) => ({
  uploadBytes,
  storageBytes,
  recipients,
  files,
})

const asSold: Readonly<Record<Role, Plan>> = {
  anon: { ...sizes(3 * GB, 5 * GB, 6, 50), ...small, links: false, anyFileType: false, binDays: 0 },
  undefined: { ...sizes(3 * GB, 5 * GB, 6, 100), ...small, links: true, anyFileType: true },
  free: { ...sizes(3 * GB, 10 * GB, 6, 50), ...small, links: true, anyFileType: true },
  personal: {
    ...sizes(10 * GB, 50 * GB, 21, 50),
    ...paid,
    seats: 1,
    transfersPerMonth: 30,
    requestsPerMonth: 30,
    mayHidePoweredBy: false,
  },
  pro: { ...sizes(25 * GB, 200 * GB, 50, 250), ...paid, seats: 2 },
  business: { ...sizes(100 * GB, TB, 100, 1500), ...business, seats: 5 },
  businessplus: { ...sizes(100 * GB, TB, 150, 1500), ...business, seats: 10 },
  businesselite: { ...sizes(150 * GB, 1.5 * TB, 200, 1500), ...business, seats: 20 },
  team: { ...sizes(200 * GB, 2 * TB, 250, 1500), ...business, seats: 25 },
  teamplus: { ...sizes(2.5 * TB, 2.5 * TB, 300, 1500), ...business, seats: 30 },
  teamelite: { ...sizes(2.5 * TB, 3 * TB, 300, 1500), ...business, seats: 50 },
}

export type PaidRole = (typeof paidRoles)[number]

export const periods = ['monthly', 'yearly'] as const
export type Period = (typeof periods)[number]

/** US cents for a whole period (K3, spec §9); business and above cost the same. */
export const priceCents = {
  personal: { monthly: 1200, yearly: 10_800 },
  pro: { monthly: 2900, yearly: 22_800 },
  business: { monthly: 6900, yearly: 58_800 },
} as const
/** On sale as boxes, and to be tried; those above are given by the operator or by licence codes (K3). */
export const rolesOnSale = ['personal', 'pro', 'business'] as const
export type RoleOnSale = (typeof rolesOnSale)[number]
export const trialDays = 7
export const refundDays = 30

/** What names a price with the payment provider (its lookup key) and in every call. */
export const priceIds = rolesOnSale.flatMap((role) => periods.map((period) => `sampan_${role}_${period}` as const))
export type PriceId = (typeof priceIds)[number]
export const priceIdOf = (role: RoleOnSale, period: Period): PriceId => `sampan_${role}_${period}`
export const priceOf = (id: PriceId): { role: RoleOnSale; period: Period; cents: number } => {
  const [, role, period] = id.split('_') as [string, RoleOnSale, Period]
  return { role, period, cents: priceCents[role][period] }
}

/** What an operator may change for an installation. */
export const planLimitNames = [
  'uploadBytes',
  'storageBytes',
  'recipients',
  'files',
  'transfersPerMonth',
  'requestsPerMonth',
  'contacts',
] as const
export type PlanLimit = (typeof planLimitNames)[number]
const count = 1_000_000_000
/** What one call may name of files and people, and what the columns that count can hold. The least is 1 for all. */
export const mostOfLimit: Readonly<Record<PlanLimit, number>> = {
  uploadBytes: Number.MAX_SAFE_INTEGER,
  storageBytes: Number.MAX_SAFE_INTEGER,
  recipients: 10_000,
  files: 10_000,
  transfersPerMonth: count,
  requestsPerMonth: count,
  contacts: count,
}
/** Those that a plan may be without. */
export const endlessLimits = ['transfersPerMonth', 'requestsPerMonth', 'contacts'] as const
export const mayBeEndless = (name: PlanLimit): name is (typeof endlessLimits)[number] =>
  (endlessLimits as readonly PlanLimit[]).includes(name)
export type PlanLimits = { [R in Role]?: { [L in PlanLimit]?: NonNullable<Plan[L]> } }

export const plans = Object.fromEntries(roles.map((role) => [role, { ...asSold[role] }])) as Readonly<Record<Role, Plan>>

/** Changes the table for this installation; what is not named is as sold. Once, at a program's start, before anything reads the table. */
export function setPlanLimits(limits: PlanLimits): void {
  for (const role of roles) Object.assign(plans[role], asSold[role], limits[role])
}

export const isRole = (word: unknown): word is Role => (roles as readonly unknown[]).includes(word)

/** Where nothing is for sale (O10). */
export const sharedRoles = ['free', ...paidRoles] as const
export type SharedRole = (typeof sharedRoles)[number]
let sharedRole: SharedRole | null = null

/** The plan that everybody with an account has, whatever is stored of them; null where each has their own. Once, as `setPlanLimits`. */
export function setSharedRole(role: SharedRole | null): void {
  sharedRole = role
}
export const isPlanShared = (): boolean => sharedRole !== null

/** A role as stored: "Free" is read as free, an unknown word as undefined (K1). */
export function storedRole(role: string): Role {
  const word = role.toLowerCase()
  return isRole(word) ? word : 'undefined'
}

/** What a stored role is worth here: as stored, or the one that everybody shares. Who sends without an account stays so. */
export function planRole(role: string): Role {
  const stored = storedRole(role)
  return stored === 'anon' ? stored : (sharedRole ?? stored)
}

/** What a role is worth, as pages of plans print it. An account's own plan is `planOf`. */
export const rolePlan = (role: string): Plan => plans[planRole(role)]

/** Limits that an operator gave one account in the place of its plan's (O11); null is without a limit, and what is not named is the plan's. */
export type OwnLimits = { [L in PlanLimit]?: Plan[L] }

/** Whose plan is asked for: a role as it is stored, and what is different for this account. A team has those of its owner. */
export type PlanHolder = { role: string; ownLimits: OwnLimits | null }

/** What holds for an account: the one way from it to its limits. */
export const planOf = ({ role, ownLimits }: PlanHolder): Plan =>
  ownLimits ? { ...rolePlan(role), ...ownLimits } : rolePlan(role)
