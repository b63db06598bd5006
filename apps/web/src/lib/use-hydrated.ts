/** Prerendered pages are built without a query: they begin as they were built, and change when they are hydrated. */
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const never = () => () => {}

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The query of the address; none until the page is hydrated. */
export function useShownSearch(): string {
  const { search } = useLocation()
  return useHydrated() ? search : ''
}
