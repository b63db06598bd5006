/** What a browser keeps while its person is with a provider (A11): sealed, of this browser alone, for some minutes. No row is written before they are back. */
import { Problem } from '@sampan/contract/errors'
import { signInSeconds } from '@sampan/contract/limits'
import * as z from 'zod/mini'
import { addSeconds } from '../../add-seconds.ts'
import { openText, sealText } from '../../sealed-text.ts'
import type { Services } from '../../services.ts'

type Needs = Pick<Services, 'clock' | 'secrets'>

const trip = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
/** What for: to log in, or in a session, to connect its account or to prove anew who is there. */
const purpose = z.discriminatedUnion('is', [
  z.object({ is: z.literal('logIn') }),
  z.object({ is: z.enum(['connect', 'prove']), sessionId: z.string() }),
])
export type Purpose = z.output<typeof purpose>

const keptTrip = z.object({ provider: z.string(), trip, purpose, next: z.string(), begunAt: z.number() })
export type KeptTrip = z.output<typeof keptTrip>
/** Whom a provider has told of and who has an account already. */
const waiting = z.object({
  ...{ provider: z.string(), issuer: z.string(), subject: z.string(), email: z.string() },
  begunAt: z.number(),
})
export type Waiting = z.output<typeof waiting>

const placeOf = ({ secrets }: Needs, kind: string, browserHash: string) => ({
  secret: secrets.signIn,
  purpose: `sampan provider ${kind}`,
  boundTo: browserHash,
})

export const sealTrip = (needs: Needs, browserHash: string, kept: Omit<KeptTrip, 'begunAt'>): string =>
  sealText(placeOf(needs, 'trip', browserHash), JSON.stringify({ ...kept, begunAt: needs.clock().getTime() }))

export const sealWaiting = (needs: Needs, browserHash: string, kept: Omit<Waiting, 'begunAt'>): string =>
  sealText(placeOf(needs, 'waiting', browserHash), JSON.stringify({ ...kept, begunAt: needs.clock().getTime() }))

/** Null for anything but what was sealed for this browser, and once its minutes are over. */
function open<T extends { begunAt: number }>(
  needs: Needs,
  [kind, shape]: [string, z.ZodMiniType<T>],
  browserHash: string,
  sealed: string | null,
): T | null {
  if (!sealed) return null
  try {
    const found = z.parse(shape, JSON.parse(openText(placeOf(needs, kind, browserHash), sealed)))
    return addSeconds(new Date(found.begunAt), signInSeconds) > needs.clock() ? found : null
  } catch {
    return null
  }
}

/** Of this very provider: an answer of one is never taken to another. Throws signInOver. */
export function openTrip(needs: Needs, browserHash: string, sealed: string | null, provider: string): KeptTrip {
  const kept = open(needs, ['trip', keptTrip], browserHash, sealed)
  if (kept?.provider !== provider) throw new Problem('signInOver')
  return kept
}

export const openWaiting = (needs: Needs, browserHash: string, sealed: string | null): Waiting | null =>
  open(needs, ['waiting', waiting], browserHash, sealed)
