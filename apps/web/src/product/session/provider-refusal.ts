/** What the server says of a log-in by a provider, in the address that it leads to (A11). */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { signInErrors } from '@sampan/contract/sign-in-errors'
import { useMemo } from 'react'
import { providerName } from '../../lib/sign-in-ways.ts'
import { useShownSearch } from '../../lib/use-hydrated.ts'

const isTold = (code: string): code is ErrorCode => Object.hasOwn(signInErrors, code) || code === 'rateLimited'

/** Null where the address tells of none; any other word in it is nobody's. */
export function refusalIn(search: string): Problem | null {
  const query = new URLSearchParams(search)
  const code = query.get('refused') ?? ''
  return isTold(code) ? new Problem(code, { name: providerName(query.get('provider') ?? '') }, { retryAfterSeconds: 60 }) : null
}

/** The same of the page that is shown. */
export function useProviderRefusal(): Problem | null {
  const search = useShownSearch()
  return useMemo(() => refusalIn(search), [search])
}

/** The provider has said who it is, and the code of the second step is still to come (A10). */
export const isCodeWanted = (search: string): boolean => new URLSearchParams(search).get('step') === 'code'
