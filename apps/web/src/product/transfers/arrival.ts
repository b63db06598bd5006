/** How the visitor came: the page before, and whose recommendation the first address named (P7). Each kept for a day, for a reload and other tabs. */
const longest = { referrer: 2000, referral: 200 }
const key = 'sampan.arrival'
const keptMs = 86_400_000

export type Arrival = { referrer: string | null; endorsely_referral: string | null }

/** The browser keeps the address that this document was loaded from, wherever the app has gone since. */
const firstAddress = (): string => performance.getEntriesByType('navigation')[0]?.name ?? location.href

/** One's own pages recommend nobody. What another's address asks for is not ours to keep. */
function elsewhere(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  return origin === location.origin ? null : (origin + pathname).slice(0, longest.referrer)
}

function thisArrival(): Arrival {
  const referral = new URL(firstAddress(), location.href).searchParams.get('endorsely_referral')
  return {
    referrer: elsewhere(document.referrer),
    endorsely_referral: referral?.slice(0, longest.referral) || null,
  }
}

type Kept = { [Name in keyof Arrival]?: { value: string; at: number } }

/** What is not older than a day. */
function kept(): Kept {
  try {
    const { referrer, endorsely_referral } = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept
    const oldest = Date.now() - keptMs
    return {
      ...(referrer && referrer.at > oldest && { referrer }),
      ...(endorsely_referral && endorsely_referral.at > oldest && { endorsely_referral }),
    }
  } catch {
    return {}
  }
}

/** The first page that led here counts, and the newest recommendation. */
export function arrivalOf(): Arrival {
  const [now, before] = [thisArrival(), kept()]
  return {
    referrer: before.referrer?.value ?? now.referrer,
    endorsely_referral: now.endorsely_referral ?? before.endorsely_referral?.value ?? null,
  }
}

/** Once for every document; what is too old goes. A browser that keeps nothing loses it with the document. */
export function keepArrival(): void {
  const [now, before, at] = [thisArrival(), kept(), Date.now()]
  const next: Kept = {
    ...(now.referrer && { referrer: { value: now.referrer, at } }),
    ...before,
    ...(now.endorsely_referral && { endorsely_referral: { value: now.endorsely_referral, at } }),
  }
  try {
    if (Object.keys(next).length > 0) localStorage.setItem(key, JSON.stringify(next))
    else localStorage.removeItem(key)
  } catch {
    // Full, or not allowed.
  }
}

/** An account knows how it came. */
export function forgetArrival(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Not allowed.
  }
}
