/** Who reads the prices: the session, what is known of its plan and of a purchase that stopped, and whom the address names. */
import type { BillingView } from '@sampan/contract/routes/billing'
import type { Reader } from '@sampan/contract/rules/plan-offer'
import { useEffect } from 'react'
import { truncate } from '../../lib/names.ts'
import { useShownSearch } from '../../lib/use-hydrated.ts'
import { mayHaveSession, restoreSession, useSession } from '../../product/session/session.ts'
import { useBilling } from './use-billing.ts'

const senderMaxChars = 60

/** `isKnown`: the buttons may say what they do. */
export function useReader(): { reader: Reader; isKnown: boolean; unfinished: BillingView['unfinished'] } {
  const { user } = useSession()
  const named = new URLSearchParams(useShownSearch()).get('sender')?.trim() ?? ''
  const sender = truncate(named, senderMaxChars)
  useEffect(() => {
    // Without an answer the page is a guest's.
    if (mayHaveSession()) restoreSession().catch(() => {})
  }, [])
  const { data, isLoading } = useBilling(user !== null)
  if (!user) return { reader: { account: null, sender }, isKnown: true, unfinished: null }
  const { role, status } = data ?? user
  return {
    reader: { account: { role, status, period: data?.period ?? null, mayTry: data?.mayTry ?? false }, sender },
    isKnown: !isLoading,
    unfinished: data?.isPaying ? null : (data?.unfinished ?? null),
  }
}
