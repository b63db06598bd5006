/** What a price is with a discount: the server charges and tells by it, pages show it (P3). */
export type Reduction = {
  percentOff: number | null
  amountOffCents: number | null
  /** When it is given no more, in milliseconds; without one it is for good. */
  endsAt?: number | null | undefined
}

/** Of what is charged at `atMs`; never below nothing. A part of a cent is rounded in the reduction, as Stripe does. */
export function discounted(cents: number, reduction: Reduction | null | undefined, atMs: number): number {
  if (!reduction || (reduction.endsAt != null && reduction.endsAt <= atMs)) return cents
  const { percentOff, amountOffCents } = reduction
  const offCents = percentOff === null ? (amountOffCents ?? 0) : Math.round((cents * percentOff) / 100)
  return Math.max(0, cents - offCents)
}
