/** What the browser is asked about passkeys (A9); apart, so that no page loads it before it is wanted. */
import { Problem } from '@sampan/contract/errors'
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@sampan/contract/routes/passkeys'
import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

/** Null where whoever sits here thinks better of it, or waits too long: browsers do not tell the two apart. */
async function settled<T>(host: string, asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    if (name === 'SecurityError') throw new Problem('passkeyElsewhere', { host })
    throw new Problem(name === 'InvalidStateError' ? 'passkeyThere' : 'passkeyWrong')
  }
}

export const makePasskey = (asked: CreationOptions): Promise<Registration | null> =>
  settled(asked.rp.id, startRegistration({ optionsJSON: asked }) as Promise<Registration>)

export const askPasskey = (asked: RequestOptions): Promise<Assertion | null> =>
  settled(asked.rpId, startAuthentication({ optionsJSON: asked }) as Promise<Assertion>)

/** So much of a question's life, then another one is asked: the page may be open for long. */
const renewedAfter = 0.8

/** Offers passkeys where the browser suggests addresses, until one is chosen or `signal` says so. */
export async function offerPasskey(ask: () => Promise<RequestOptions>, signal: AbortSignal): Promise<Assertion | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null
  for (;;) {
    const asked = await ask()
    if (signal.aborted) return null
    let isOld = false
    const stop = () => WebAuthnAbortService.cancelCeremony()
    const timer = setTimeout(() => {
      isOld = true
      stop()
    }, asked.timeout * renewedAfter)
    signal.addEventListener('abort', stop, { once: true })
    const asking = startAuthentication({ optionsJSON: asked, useBrowserAutofill: true }) as Promise<Assertion>
    const given = await settled(asked.rpId, asking)
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    if (given || !isOld || signal.aborted) return given
  }
}

/** Browsers that listen offer it no more. */
export const forgetPasskey = (rpID: string, credentialID: string): void =>
  void sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => {})
