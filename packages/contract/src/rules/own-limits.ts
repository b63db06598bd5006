/** Limits of one account in the place of its plan's (O11): how a change of them is made, and how it is written in a line. */
import { GB, mayBeEndless, mostOfLimit, type OwnLimits, type PlanLimit, planLimitNames } from '../plans.ts'

/** `plan`: back to what the plan gives. */
export type LimitWish = number | 'unlimited' | 'plan'
export type LimitChange = { [L in PlanLimit]?: LimitWish | undefined }

export const mayBe = (name: PlanLimit, wish: LimitWish): boolean =>
  typeof wish === 'number'
    ? Number.isInteger(wish) && wish >= 1 && wish <= mostOfLimit[name]
    : wish === 'plan' || mayBeEndless(name)

const wishesOf = (change: LimitChange): [PlanLimit, LimitWish][] =>
  planLimitNames.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]] as [PlanLimit, LimitWish]]))

/** What is not named stays as it is; null where nothing is left that the plan does not give. */
export function changedLimits(own: OwnLimits | null, change: LimitChange): OwnLimits | null {
  const limits: Record<string, number | null> = { ...own }
  for (const [name, wish] of wishesOf(change)) {
    if (wish === 'plan') delete limits[name]
    else limits[name] = wish === 'unlimited' ? null : wish
  }
  return Object.keys(limits).length > 0 ? (limits as OwnLimits) : null
}

/** Whether both say the same of every limit. */
export const areSameLimits = (one: OwnLimits | null, other: OwnLimits | null): boolean =>
  planLimitNames.every((name) => one?.[name] === other?.[name])

/** "storageBytes=50000000000 contacts=unlimited files=plan", as commands take it and the log keeps it. */
export const writeLimits = (change: LimitChange): string =>
  wishesOf(change)
    .map(([name, wish]) => `${name}=${wish}`)
    .join(' ')

const units = { '': 1, MB: 1000 ** 2, GB, TB: 1000 * GB } as const

/** So many of a unit: what is not whole stays so, and what only the machine's arithmetic makes unwhole does not. */
export const inUnits = (amount: number, unit: number): number => Math.round(amount * unit * 1000) / 1000

/** A number of bytes may also be "50GB". */
function wishIn(name: PlanLimit, text: string): LimitWish | null {
  if (text === 'plan' || text === 'unlimited') return text
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(MB|GB|TB)?$/i.exec(text) ?? []
  if (digits === undefined || (unit && !name.endsWith('Bytes'))) return null
  return inUnits(Number(digits), units[unit.toUpperCase() as keyof typeof units])
}

/** The first word that is not like that is answered alone. */
export function readLimits(words: readonly string[]): LimitChange | string {
  const change: LimitChange = {}
  for (const word of words) {
    const [name, text = ''] = word.split('=') as [PlanLimit, string | undefined]
    const wish = planLimitNames.includes(name) ? wishIn(name, text) : null
    if (wish === null || !mayBe(name, wish)) return word
    change[name] = wish
  }
  return change
}

/** What an account has of its own, likewise. */
export const writeOwnLimits = (own: OwnLimits): string =>
  writeLimits(Object.fromEntries(Object.entries(own).map(([name, limit]) => [name, limit ?? 'unlimited'])))

/** What the log keeps of a change: what was changed, and why. */
export const limitsNote = (change: LimitChange, reason: string): string => `${writeLimits(change)}; ${reason}`

export function readLimitsNote(note: string): { limits: string; reason: string } {
  const end = note.indexOf('; ')
  return { limits: note.slice(0, end), reason: note.slice(end + 2) }
}
