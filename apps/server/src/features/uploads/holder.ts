/** Whose upload it is: its author's, or, begun by a visitor, that of the browser which began it. */

/** Who asks; a ticket and an actor both say it. */
export type Holder = { userId?: string | null; browserHash: string | null }

/** An account's upload opens for nobody else in its browser; a visitor's goes on when that visitor signs in. */
export const holdsUpload = (holder: Holder, upload: { authorId: string | null; browserHash: string }): boolean =>
  upload.authorId === null ? upload.browserHash === holder.browserHash : upload.authorId === holder.userId
