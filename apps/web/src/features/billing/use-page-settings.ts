/** What the operator has set and the server writes into the page; known after hydration only, because the page is built before. */
import { useEffect, useState } from 'react'
import { supportAddress } from '../../lib/support.ts'

function useAfterHydration<T>(read: () => T, before: T): T {
  const [value, setValue] = useState(before)
  useEffect(() => setValue(read()), [read])
  return value
}

export const useSupport = (): string | null => useAfterHydration(supportAddress, null)

const metaContent = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="sampan-${name}"]`)?.content

/** Which provider moves no money here (P4); null where money moves. */
export type TestPayments = 'sandbox' | 'stripe'
const readTestPayments = (): TestPayments | null => (metaContent('test-payments') as TestPayments | undefined) ?? null
export const useTestPayments = (): TestPayments | null => useAfterHydration(readTestPayments, null)

const readReviews = (): string[] => {
  const content = metaContent('reviews')
  return content ? (JSON.parse(content) as string[]) : []
}
const none: string[] = []
export const useReviewLinks = (): string[] => useAfterHydration(readReviews, none)
