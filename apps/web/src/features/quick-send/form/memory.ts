/** What this browser remembers of a sender who has no account (Q7, Q15). A browser that forbids it just forgets. */
import { plans } from '@sampan/contract/plans'
import { normalizeEmail } from '@sampan/contract/rules/recipients'

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

export const rememberedSender = (): string => read('senderEmail')

/** From so many transfers on the arrival invites to sign up (Q15). */
export const invitesFrom = 3

export const timesSent = (): number => Number.parseInt(read('sendTimes'), 10) || 0

type Month = { month: string; sent: Record<string, number> }

/** Months begin on the 1st, in UTC (K2). */
const monthNow = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7)

function sentThisMonth(nowMs: number): Month['sent'] {
  try {
    const kept = JSON.parse(read('sentByMonth')) as Month
    return kept.month === monthNow(nowMs) ? kept.sent : {}
  } catch {
    return {}
  }
}

/** How often at least this address has sent this month, as far as this browser knows. */
function rememberMonth(sender: string, times: number, nowMs: number): void {
  const sent = { ...sentThisMonth(nowMs), [normalizeEmail(sender)]: times }
  write('sentByMonth', JSON.stringify({ month: monthNow(nowMs), sent } satisfies Month))
}

/** The server has said so. */
export const rememberUsedUp = (sender: string, nowMs: number): void =>
  rememberMonth(sender, plans.anon.transfersPerMonth ?? 0, nowMs)

/** Addresses whose month is used up without an account, as this browser knows. */
export function usedUpAddresses(nowMs: number): string[] {
  const max = plans.anon.transfersPerMonth
  return Object.entries(sentThisMonth(nowMs)).flatMap(([email, times]) => (max !== null && times >= max ? [email] : []))
}

export function rememberSent(sender: string, nowMs = Date.now()) {
  rememberMonth(sender, (sentThisMonth(nowMs)[normalizeEmail(sender)] ?? 0) + 1, nowMs)
  write('senderEmail', sender)
  write('sendTimes', String(timesSent() + 1))
}
