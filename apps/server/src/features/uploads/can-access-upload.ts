/** Whose upload it is: its author's, or, begun by a guest, that of the browser which began it. */

/** Who asks; a ticket and an actor both say it. */
export type Requester = { userId?: string | null; browserHash: string | null }

/** An account's upload opens for nobody else in its browser; a guest's goes on when that guest signs in. */
export const canAccessUpload = (requester: Requester, upload: { authorId: string | null; browserHash: string }): boolean =>
  upload.authorId === null ? upload.browserHash === requester.browserHash : upload.authorId === requester.userId
