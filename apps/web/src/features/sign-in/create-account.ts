/** From a filled step to a session: the order of the calls, whatever was verified or asked for before. */
import { Problem } from '@sampan/contract/errors'
import type { Period, RoleOnSale } from '@sampan/contract/plans'
import type { SignedUp } from '@sampan/contract/routes/accounts'
import type { SignUp } from './sign-up.ts'

/** A plan on sale, chosen before there was an account. */
export type WantedPlan = { role: RoleOnSale; period: Period }
export type Wanted = { plan: WantedPlan | null; save: string | null }

export type SignUpCalls = {
  /** Mails a code unless one waits already, or the password would be refused; true when this browser has verified the address. */
  ask: (email: string, password?: string) => Promise<boolean>
  /** Mails a new code. */
  askAgain: (email: string) => Promise<boolean>
  verify: (email: string, code: string) => Promise<void>
  create: (email: string, password: string) => Promise<SignedUp>
  /** With a passkey that this device makes for it (A9). */
  createByPasskey: (email: string) => Promise<SignedUp>
}

type Filled = Pick<SignUp, 'step' | 'email' | 'password' | 'way' | 'code' | 'verifiedEmail'>

/** A code that the address brought along may be old, or of another browser: then one is mailed as if there were none. */
async function verifies(calls: SignUpCalls, email: string, code: string): Promise<boolean> {
  try {
    await calls.verify(email, code)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'codeWrong') return false
    throw error
  }
}

/** null: a code has been mailed and is wanted now. */
export async function createAccount(
  calls: SignUpCalls,
  { step, email, password, way, code, verifiedEmail }: Filled,
  onVerified: () => void,
): Promise<SignedUp | null> {
  const isByPasskey = way === 'passkey'
  const create = () => (isByPasskey ? calls.createByPasskey(email) : calls.create(email, password))
  if (verifiedEmail !== email) {
    if (step === 'code') await calls.verify(email, code)
    else if (!(code && (await verifies(calls, email, code))) && !(await calls.ask(email, isByPasskey ? undefined : password)))
      return null
    onVerified()
  }
  try {
    return await create()
  } catch (error) {
    // The right to sign up lives shorter than a page may stay open; the verification of the address may well live on.
    if (!(error instanceof Problem && error.code === 'addressNotVerified')) throw error
    return (await calls.askAgain(email)) ? create() : null
  }
}
