/** Addresses that stand for something until a time: its kind, what it says, and when it ends, signed. No field has a dot. */
import { sign, unsign } from './signing.ts'

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

export const signAddress = (secret: Buffer, kind: string, fields: readonly string[], until: Date): string =>
  sign(secret, [kind, ...fields, secondsOf(until).toString(36)].join('.'))

/** Null if the address is forged, of another kind, or has expired. */
export function readAddress(
  secret: Buffer,
  kind: string,
  signed: string,
  now: Date,
): { fields: string[]; until: Date; leftSeconds: number } | null {
  const [found, ...rest] = unsign(secret, signed)?.split('.') ?? []
  const untilSeconds = Number.parseInt(rest.pop() ?? '', 36)
  const leftSeconds = untilSeconds - secondsOf(now)
  return found === kind && leftSeconds > 0 ? { fields: rest, until: new Date(untilSeconds * 1000), leftSeconds } : null
}
