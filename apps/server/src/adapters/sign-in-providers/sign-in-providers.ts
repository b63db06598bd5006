/** Who somebody is, as a provider outside says it (A11). OpenID Connect leads people to the provider and back; a directory is asked with the name and password that they typed here. */

/** Who was there, checked in every way that the provider's protocol has. */
export type ProviderPerson = {
  /** Who answers for the subject, and what they call the person for good. */
  issuer: string
  subject: string
  /** In small letters; null where none is told. */
  email: string | null
  /** Whether the provider itself says that the address is the person's. */
  isEmailProven: boolean
  fullName: string
  /** How long before the answer the person has shown the provider who they are; null where it does not say. */
  shownSecondsAgo: number | null
  /** What the provider calls its own session; null where it does not. */
  session: string | null
  /** All that it says, by name. */
  claims: Readonly<Record<string, unknown>>
}

/** What the browser keeps between the way there and the way back. */
export type Trip = { state: string; nonce: string; verifier: string }

/** Of whom the provider's sessions have ended: one of them by its name, or all of a person's. */
export type LogOut = { id: string; issuer: string; subject: string | null; session: string | null }

/** A provider that people are led to, and come back from with an answer. */
export type LeadingProvider = {
  is: 'leading'
  /** `isFresh`: whoever it is has to show anew who they are. */
  begin: (way: { backTo: string; isFresh: boolean; email?: string }) => Promise<{ address: string; trip: Trip }>
  /** `answer`: the whole address that the browser came back to. */
  finish: (way: { answer: URL; trip: Trip }) => Promise<ProviderPerson>
  readLogOut: (token: string) => Promise<LogOut>
}

/** A directory that looks at a name and a password, and leads nobody away. */
export type AskingProvider = {
  is: 'asking'
  /** Who answers for its people: the same for all of them. */
  issuer: string
  ask: (given: { name: string; password: string }) => Promise<ProviderPerson>
  /** Of these subjects those that it would still let in; null where it tells nobody but themselves. */
  stillThere: ((subjects: readonly string[]) => Promise<ReadonlySet<string>>) | null
  /** Whether it can be asked at all. */
  look: () => Promise<void>
}
export type SignInProvider = LeadingProvider | AskingProvider
/** By the names of the settings. */
export type SignInProviders = ReadonlyMap<string, SignInProvider>

/**
 * `away`: it did not answer; `denied`: it let nobody in, or the person thought better of it; `wrong`: its answer is not to be trusted;
 * `failed`: name and password are not right; `disabled`: the account there is switched off or locked; `expired`: its password is to change.
 */
export type Refusal = 'away' | 'denied' | 'wrong' | 'failed' | 'disabled' | 'expired'

export class ProviderRefused extends Error {
  readonly why: Refusal

  constructor(why: Refusal, options?: ErrorOptions) {
    super(`provider: ${why}`, options)
    this.name = 'ProviderRefused'
    this.why = why
  }
}
