/** What is known of the account's plan. The calls come later than the page: the prices are shown without them. */
import type { BillingView } from '@sampan/contract/routes/billing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { updateSession } from '../../product/session/update-session.ts'
import { usageKey } from '../../product/session/usage-key.ts'

const billingKey = ['billing']
/** A payment whose end is not known yet is asked after so often. */
const whileUnderWayMs = 3000

export function useBilling(isWanted = true) {
  const query = useQuery({
    queryKey: billingKey,
    queryFn: async () => (await import('./calls.ts')).billingCalls.read(),
    enabled: isWanted,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => state.data?.isPaying && whileUnderWayMs,
  })
  const { data } = query
  useEffect(() => {
    if (data) updateSession(data)
  }, [data])
  return query
}

/** For whoever has changed something: the answer of the change, or to ask anew what is true now. */
export function useBillingChanged() {
  const queries = useQueryClient()
  return useCallback(
    (billing?: BillingView) => {
      if (billing) {
        queries.setQueryData(billingKey, billing)
        updateSession(billing)
      } else void queries.invalidateQueries({ queryKey: billingKey })
      void queries.invalidateQueries({ queryKey: ['invoices'] })
      void queries.invalidateQueries({ queryKey: usageKey })
    },
    [queries],
  )
}
