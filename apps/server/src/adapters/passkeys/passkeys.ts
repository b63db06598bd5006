/** What browsers and authenticators say of passkeys (WebAuthn), checked. */
import type { Assertion, Registration } from '@sampan/contract/routes/passkeys'

/** Read when the first passkey comes: hundreds of modules that most processes never need. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ES256, RS256: what authenticators have. */
export const algorithms = [-8, -7, -257] as const

/** Where passkeys are good: the host names their scope, the origin is that of the page. */
export type Place = { host: string; origin: string }
export type Claim = { challenge: string; origin: string }

/** What the browser says that it was asked, and on which page; null where it is no such thing. Nothing of it is checked yet. */
export async function readClaim(clientDataJSON: string): Promise<Claim | null> {
  const { decodeClientDataJSON } = await helpers()
  try {
    const { challenge, origin } = decodeClientDataJSON(clientDataJSON)
    const text = Buffer.from(challenge, 'base64url').toString()
    return typeof origin === 'string' ? { challenge: text, origin } : null
  } catch {
    return null
  }
}

const expected = ({ host, origin }: Place, challenge: string) => ({
  expectedChallenge: Buffer.from(challenge).toString('base64url'),
  expectedOrigin: origin,
  expectedRPID: host,
  requireUserVerification: true,
})

/** A certificate of its maker nobody asked for: it would be strangers' data to parse, and might name an address to fetch. */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('attStmt')
  return statement.get('x5c') !== undefined || statement.get('response') !== undefined
}

export type NewKey = { credentialId: string; publicKey: Buffer; counter: number }

/** The key that was made; null where origin, host, kind, verification of the person or the key itself are not as they should be. */
export async function readRegistration(place: Place, challenge: string, given: Registration): Promise<NewKey | null> {
  const { verifyRegistrationResponse } = await library()
  try {
    if (await hasCertificate(given.response.attestationObject)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(place, challenge),
      response: { ...given, clientExtensionResults: {} },
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter }
  } catch {
    return null
  }
}

/** What the authenticator has counted up to; null as above. Whether it went back is looked at where it is kept, after the signature. */
export async function readAssertion(
  place: Place,
  challenge: string,
  given: Assertion,
  publicKey: Buffer,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { userHandle, ...response } = given.response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(place, challenge),
      response: {
        ...given,
        response: { ...response, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      credential: { id: given.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
