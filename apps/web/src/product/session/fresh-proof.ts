/** A call that decides much is refused until whoever sits here has proven anew who they are (A12): the page asks, and the call goes on. */
import type { Api } from '@sampan/client/api'
import { Problem } from '@sampan/contract/errors'
import type { Route } from '@sampan/contract/routes/route'
import { useSyncExternalStore } from 'react'

/** What the account has: its password, or a code where its second step is on; without either, a provider (A11). */
export type ProvesBy = 'password' | 'code' | 'provider'
export type ProofWanted = {
  by: ProvesBy
  /** A passkey is as good (A9). */
  hasPasskey: boolean
  /** So are these, which the page is left for. */
  providers: readonly string[]
  answer: (isProven: boolean) => void
}

/** One for the page: calls that are refused at once wait for the same answer. */
let wanted: (ProofWanted & { answered: Promise<boolean> }) | null = null
let watchers: readonly (() => void)[] = []

const show = (next: typeof wanted) => {
  wanted = next
  for (const watcher of watchers) watcher()
}

function askForProof({ details }: Problem): Promise<boolean> {
  // Nobody would be there to ask.
  if (watchers.length === 0) return Promise.resolve(false)
  if (wanted) return wanted.answered
  let settle: (isProven: boolean) => void = () => {}
  const answered = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const answer = (isProven: boolean) => {
    show(null)
    settle(isProven)
  }
  const by = details.by === 'code' || details.by === 'provider' ? details.by : 'password'
  const providers = Array.isArray(details.providers) ? details.providers.map(String) : []
  show({ by, hasPasskey: details.hasPasskey === true, providers, answer, answered })
  return answered
}

/** Of a call that may ask for one; the proof itself is not proven first. */
const takesProof = ({ errors, path }: Pick<Route, 'errors' | 'path'>): boolean =>
  errors.includes('proofNeeded') && !path.startsWith('/api/proof')

/** Repeats a refused call once, after a proof; without one it stays refused. */
export function proving(plain: Api): Api {
  const call: Api['call'] = async (route, ...args) => {
    try {
      return await plain.call(route, ...args)
    } catch (error) {
      const isRefused = error instanceof Problem && error.code === 'proofNeeded' && takesProof(route)
      if (!isRefused || !(await askForProof(error))) throw error
      return plain.call(route, ...args)
    }
  }
  return { ...plain, call }
}

export function watchProof(watcher: () => void): () => void {
  watchers = [...watchers, watcher]
  return () => {
    watchers = watchers.filter((each) => each !== watcher)
    // The page that asked is left: so is its question.
    if (watchers.length === 0) wanted?.answer(false)
  }
}

export const proofWanted = (): ProofWanted | null => wanted
const none = () => null

export const useProofWanted = (): ProofWanted | null => useSyncExternalStore(watchProof, proofWanted, none)
