/** How the visitor came: the page before, and whose recommendation the first address named (P7). */
const longest = { referrer: 2000, referral: 200 }

/** The browser keeps the address that this document was loaded from, wherever the app has gone since. */
const firstAddress = (): string => performance.getEntriesByType('navigation')[0]?.name ?? location.href

export function arrivalOf(): { referrer: string | null; endorsely_referral: string | null } {
  const referral = new URL(firstAddress(), location.href).searchParams.get('endorsely_referral')
  return {
    referrer: document.referrer.slice(0, longest.referrer) || null,
    endorsely_referral: referral?.slice(0, longest.referral) || null,
  }
}
