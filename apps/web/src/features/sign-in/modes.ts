/**
 * The log-in page's modes are in its address (spec §2): `forgotPass` opens the forgotten password, `user` fills in the address, `with` names
 * the directory whose name and password are asked for.
 */
const forgot = 'forgotPass'

export const isForgotten = (search: string): boolean => new URLSearchParams(search).has(forgot)
export const directoryOf = (search: string): string | null => new URLSearchParams(search).get('with')
export const userOf = (search: string): string => new URLSearchParams(search).get('user') ?? ''

function withUser(search: string, email: string): URLSearchParams {
  const query = new URLSearchParams(search)
  query.delete('user')
  if (email.trim()) query.set('user', email.trim())
  return query
}

/** To the other mode and back, with the address as it is typed by now and whatever else the page was called with. */
export function forgottenSearch(search: string, email: string): string {
  const query = withUser(search, email)
  query.set(forgot, '1')
  return `?${query}`
}

export function logInSearch(search: string, email: string): string {
  const query = withUser(search, email)
  query.delete(forgot)
  return query.size ? `?${query}` : ''
}
