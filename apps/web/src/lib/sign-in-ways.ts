/** How one logs in here, if the server wrote into the page that it is not by passwords alone (A11). */
export type SignInProvider = { id: string; name: string; icon: string }
export type SignInWays = { providers: SignInProvider[]; hasPasswords: boolean }

const usual: SignInWays = { providers: [], hasPasswords: true }

function readWays(): SignInWays {
  if (typeof document === 'undefined') return usual
  const text = document.querySelector<HTMLMetaElement>('meta[name="sampan-sign-in"]')?.content
  return text ? (JSON.parse(text) as SignInWays) : usual
}

let known: SignInWays | null = null
/** A page that was loaded does not change it. */
export function signInWays(): SignInWays {
  known ??= readWays()
  return known
}

/** As the operator calls it; one that is set no more goes by its short name. */
export const providerName = (id: string): string => signInWays().providers.find((each) => each.id === id)?.name ?? id
