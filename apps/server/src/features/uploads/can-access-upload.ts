/** Whose upload it is: its author's, that of the browser in which a guest began it, or that of whoever answers a file request. */

/** Who asks; a ticket and an actor both say it. */
export type Requester = { userId?: string | null; browserHash: string | null; requestId?: string; supplierId?: string | null }

type Begun = { authorId: string | null; browserHash: string; forRequestId: string | null; forSupplierId: string | null }

/**
 * An account's upload opens for nobody else in its browser; a guest's goes on when that guest signs in. What is for a request opens with
 * its tickets alone, and these open nothing else; what was begun at its open link also with a personal one that is opened in the same browser.
 */
export function canAccessUpload(requester: Requester, upload: Begun): boolean {
  const isBrowser = upload.browserHash === requester.browserHash
  if (upload.forRequestId || requester.requestId)
    return (
      isBrowser &&
      upload.forRequestId === requester.requestId &&
      (upload.forSupplierId === null || upload.forSupplierId === requester.supplierId)
    )
  return upload.authorId === null ? isBrowser : upload.authorId === requester.userId
}
