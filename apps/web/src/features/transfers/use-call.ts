import { useMutation } from '@tanstack/react-query'
import { within } from '../../lib/timeout.ts'
import { allPages } from './queries.ts'

/** Counted as under way, so that no refresh overtakes it. */
export function useCall() {
  const { mutateAsync } = useMutation({
    mutationKey: allPages,
    networkMode: 'always',
    mutationFn: (run: (signal: AbortSignal) => Promise<unknown>) => within(run),
  })
  return mutateAsync as <T>(run: (signal: AbortSignal) => Promise<T>) => Promise<T>
}
