/** Opened blobs, kept up to a number of them and of the attempts that they hold together: a large one has tens of thousands. */
type Opened = { attempts: readonly unknown[] }
type Entry<T> = { opening: Promise<T>; attempts: number }
export type KeptBlobs<T extends Opened> = (blobId: string, open: () => Promise<T>) => Promise<T>

export function keepBlobs<T extends Opened>({ maxBlobs = 500, maxAttempts = 100_000 } = {}): KeptBlobs<T> {
  const entries = new Map<string, Entry<T>>()
  let attempts = 0
  const forget = (blobId: string, entry: Entry<T>) => {
    if (entries.get(blobId) !== entry) return
    entries.delete(blobId)
    attempts -= entry.attempts
  }
  /** The newest stays, however large; whoever reads a forgotten one goes on with it. */
  const forgetOldest = () => {
    for (const [blobId, entry] of entries) {
      if (entries.size === 1 || (entries.size <= maxBlobs && attempts <= maxAttempts)) return
      forget(blobId, entry)
    }
  }
  const count = (blobId: string, entry: Entry<T>, opened: T) => {
    if (entries.get(blobId) !== entry) return
    entry.attempts = opened.attempts.length
    attempts += entry.attempts
    forgetOldest()
  }
  return (blobId, open) => {
    const known = entries.get(blobId)
    if (known) return known.opening
    const entry: Entry<T> = { opening: open(), attempts: 0 }
    entries.set(blobId, entry)
    entry.opening.then(
      (opened) => count(blobId, entry, opened),
      () => forget(blobId, entry),
    )
    forgetOldest()
    return entry.opening
  }
}
