/** One page of a browser sends by an upload at a time: two tabs with the same files would else share one, and take each other's files out. */

/** A page that was left a moment ago may not have let go yet. */
const timeoutMs = 2000
const nameOf = (uploadId: string) => `sampan-upload-${uploadId}`

/** A lock is the page's, whichever component asked for it. */
const held = new Map<string, () => void>()

/** True once it is this page's; false where another page keeps it. Without locks (plain http beyond this machine) everybody has it. */
export function claimUpload(uploadId: string): Promise<boolean> {
  if (held.has(uploadId) || typeof navigator === 'undefined' || !navigator.locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const isHeld = () =>
      new Promise<void>((letGo) => {
        held.set(uploadId, letGo)
        resolve(true)
      })
    navigator.locks.request(nameOf(uploadId), { signal: AbortSignal.timeout(timeoutMs) }, isHeld).catch(() => resolve(false))
  })
}

export function releaseUpload(uploadId: string): void {
  held.get(uploadId)?.()
  held.delete(uploadId)
}
