/** The codes that wait in mailboxes: stepping back, or a reload, and sending again asks for no other one while it lives (Q12, Q20). */
import { codeLifeSeconds, codeMaxTries } from '@sampan/contract/limits'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { isProblem } from '../../lib/is-problem.ts'
import { attempt } from './kept-draft-store.ts'

type WaitingCode = { untilMs: number; wrongTries: number }
type WaitingCodes = Record<string, WaitingCode>

/** One for each address, as it is for the server: tabs with the same one share it, others leave it alone. */
const key = 'sampan.code'
/** Where the browser keeps nothing. */
let here: WaitingCodes = {}

const waitingCodes = (): WaitingCodes =>
  attempt(() => JSON.parse(localStorage.getItem(key) ?? '{}') as WaitingCodes | null) ?? here

export const waitingCode = (email: string): WaitingCode | null => waitingCodes()[normalizeEmail(email)] ?? null

/** Others whose time was over long ago go. */
export function keepWaitingCode(email: string, code: WaitingCode | null, nowMs: number): void {
  const own = normalizeEmail(email)
  const others = Object.entries(waitingCodes()).filter(
    ([other, { untilMs }]) => other !== own && nowMs - untilMs < codeLifeSeconds * 1000,
  )
  here = Object.fromEntries(code ? [...others, [own, code]] : others)
  attempt(() => (Object.keys(here).length > 0 ? localStorage.setItem(key, JSON.stringify(here)) : localStorage.removeItem(key)))
}

const isSpent = ({ untilMs, wrongTries }: WaitingCode, nowMs: number): boolean => wrongTries >= codeMaxTries || untilMs <= nowMs

export function isCodeAlive(email: string, nowMs: number): boolean {
  const code = waitingCode(email)
  return code !== null && !isSpent(code, nowMs)
}

/** Known in the browser only: what the server answers to a wrong code tells nobody that it could be right no more. */
export function isRefusedAsSpent(problem: unknown, email: string, nowMs: number): boolean {
  const code = waitingCode(email)
  return isProblem(problem, 'codeWrong') && code !== null && isSpent(code, nowMs)
}
