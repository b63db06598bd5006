/** Whose upload it is: its author's, that of the browser in which a guest began it, or that of whoever has a ticket for what it is for. */

/** Who asks; a ticket and an actor both say it. */
export type Requester = {
  userId?: string | null
  /** Whom the account acts under. */
  ownerId?: string | null
  browserHash: string | null
  purpose?: string
  purposeId?: string
  purposeOf?: string | null
  /** Of what is for it those alone. */
  uploadIds?: readonly string[] | undefined
}

type Begun = {
  id: string
  ownerId: string
  authorId: string | null
  browserHash: string
  purpose: string
  purposeId: string | null
  purposeOf: string | null
}

/** Begun by nobody with an account for what is somebody else's. In SQL: `isOwn` of the queries. */
const opensByTicket = ({ authorId, purposeId }: Begun): boolean => authorId === null && purposeId !== null

/**
 * An account's upload opens for nobody else in its browser, and for itself where it acts under the same owner: what was begun for a team stays
 * there. A guest's goes on when that guest signs in. What opens by tickets opens with
 * its own alone, and these open nothing else; what was begun for nobody by name also with one for somebody in the same browser.
 */
export function canAccessUpload(requester: Requester, upload: Begun): boolean {
  const isBrowser = upload.browserHash === requester.browserHash
  if (requester.purposeId || opensByTicket(upload))
    return (
      isBrowser &&
      upload.purpose === requester.purpose &&
      upload.purposeId === requester.purposeId &&
      (upload.purposeOf === null || upload.purposeOf === requester.purposeOf) &&
      (!requester.uploadIds || requester.uploadIds.includes(upload.id))
    )
  if (upload.authorId === null) return isBrowser
  return upload.authorId === requester.userId && (!requester.ownerId || upload.ownerId === requester.ownerId)
}
