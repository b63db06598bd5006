/** A new passkey, as browsers write it: whoever signs up has one before there is an account (A9). */
import * as z from 'zod/mini'

/** Bytes as browsers write them into JSON. */
export const base64url = (maxChars: number) => z.string().check(z.maxLength(maxChars, 'tooLong'), z.regex(/^[\w-]+$/, 'invalid'))
const credentialId = base64url(1400)
export const transports = z.array(z.string().check(z.maxLength(40, 'tooLong'))).check(z.maxLength(10, 'tooLong'))
export const keyType = z.literal('public-key')
export const named = { id: credentialId, rawId: credentialId, type: keyType }

/** PublicKeyCredential.toJSON() of a new passkey, without what nobody reads here. */
export const registration = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(40_000),
    transports: z._default(transports, []),
  }),
})
export type Registration = z.output<typeof registration>
