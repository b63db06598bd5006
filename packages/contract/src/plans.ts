/** The role table (spec §9, K1 to K4): what the server enforces and what every page prints. */

/** Decimal gigabytes, as the plans are sold (K1). */
export const GB = 1000 ** 3
const TB = 1000 * GB

export const roles = [
  'anon',
  'undefined',
  'free',
  'personal',
  'pro',
  'business',
  'businessplus',
  'businesselite',
  'team',
  'teamplus',
  'teamelite',
] as const
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
} as const
const paid = {
  expiries: everyExpiry,
  customExpiry: true,
  links: true,
  anyFileType: true,
  transfersPerMonth: null,
  requestsPerMonth: null,
  contacts: null,
} as const

const sizes = (uploadBytes: number, storageBytes: number, recipients: number, files: number) => ({
  uploadBytes,
  storageBytes,
  recipients,
  files,
})

export const plans: Readonly<Record<Role, Plan>> = {
  anon: { ...sizes(3 * GB, 5 * GB, 6, 50), ...small, links: false, anyFileType: false },
  undefined: { ...sizes(3 * GB, 5 * GB, 6, 100), ...small, links: true, anyFileType: true },
  free: { ...sizes(3 * GB, 10 * GB, 6, 50), ...small, links: true, anyFileType: true },
  personal: { ...sizes(10 * GB, 50 * GB, 21, 50), ...paid, seats: 1, transfersPerMonth: 30, requestsPerMonth: 30 },
  pro: { ...sizes(25 * GB, 200 * GB, 50, 250), ...paid, seats: 2 },
  business: { ...sizes(100 * GB, TB, 100, 1500), ...paid, seats: 5 },
  businessplus: { ...sizes(100 * GB, TB, 150, 1500), ...paid, seats: 10 },
  businesselite: { ...sizes(150 * GB, 1.5 * TB, 200, 1500), ...paid, seats: 20 },
  team: { ...sizes(200 * GB, 2 * TB, 250, 1500), ...paid, seats: 25 },
  teamplus: { ...sizes(2.5 * TB, 2.5 * TB, 300, 1500), ...paid, seats: 30 },
  teamelite: { ...sizes(2.5 * TB, 3 * TB, 300, 1500), ...paid, seats: 50 },
}

const isRole = (word: string): word is Role => (roles as readonly string[]).includes(word)

/** A role as stored: "Free" is read as free, an unknown word as undefined (K1). */
export function planRole(role: string): Role {
  const word = role.toLowerCase()
  return isRole(word) ? word : 'undefined'
}

export const planOf = (role: string): Plan => plans[planRole(role)]
