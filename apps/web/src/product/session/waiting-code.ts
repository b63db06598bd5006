/** The codes that wait in mailboxes, by what they are for: stepping back, or a reload, and asking again mails no other one while it lives (Q12, Q20, A1). */
import { codeLifeSeconds, codeMaxTries } from '@sampan/contract/limits'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { isProblem } from '../../lib/is-problem.ts'

export type WaitingCode = { untilMs: number; wrongTries: number }
type WaitingCodes = Record<string, WaitingCode>

const isSpent = ({ untilMs, wrongTries }: WaitingCode, nowMs: number): boolean => wrongTries >= codeMaxTries || untilMs <= nowMs

function read(key: string): WaitingCodes | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as WaitingCodes | null
  } catch {
    return null
  }
}

function write(key: string, codes: WaitingCodes): void {
  try {
    if (Object.keys(codes).length > 0) localStorage.setItem(key, JSON.stringify(codes))
    else localStorage.removeItem(key)
  } catch {}
}

/** One for each address, as it is for the server: the tabs of a browser share them, hence one place for each `key`, made once. */
export function waitingCodes(key: string) {
  /** Where the browser keeps nothing. */
  let here: WaitingCodes = {}
  const waitingCode = (email: string): WaitingCode | null => (read(key) ?? here)[normalizeEmail(email)] ?? null

  /** Others whose time was over long ago go. */
  function keepWaitingCode(email: string, code: WaitingCode | null, nowMs: number): void {
    const own = normalizeEmail(email)
    const others = Object.entries(read(key) ?? here).filter(
      ([other, { untilMs }]) => other !== own && nowMs - untilMs < codeLifeSeconds * 1000,
    )
    here = Object.fromEntries(code ? [...others, [own, code]] : others)
    write(key, here)
  }

  function isCodeAlive(email: string, nowMs: number): boolean {
    const code = waitingCode(email)
    return code !== null && !isSpent(code, nowMs)
  }

  /** Known in the browser only: what the server answers to a wrong code tells nobody that it could be right no more. */
  function isRefusedAsSpent(problem: unknown, email: string, nowMs: number): boolean {
    const code = waitingCode(email)
    return isProblem(problem, 'codeWrong') && code !== null && isSpent(code, nowMs)
  }

  /** `mail` answers true for an address that this browser has verified already: then none waits. */
  async function askForCode(email: string, mail: () => Promise<{ verified: boolean }>): Promise<{ verified: boolean }> {
    const { verified } = await mail()
    const nowMs = Date.now()
    keepWaitingCode(email, verified ? null : { untilMs: nowMs + codeLifeSeconds * 1000, wrongTries: 0 }, nowMs)
    return { verified }
  }

  async function checkCode(email: string, check: () => Promise<unknown>): Promise<void> {
    try {
      await check()
      keepWaitingCode(email, null, Date.now())
    } catch (error) {
      const waiting = waitingCode(email)
      if (waiting && isProblem(error, 'codeWrong'))
        keepWaitingCode(email, { ...waiting, wrongTries: waiting.wrongTries + 1 }, Date.now())
      throw error
    }
  }

  return { keepWaitingCode, isCodeAlive, isRefusedAsSpent, askForCode, checkCode }
}
