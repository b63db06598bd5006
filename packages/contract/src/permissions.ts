/**
 * Who may do what to a row that is somebody's: one answer, for the server, which decides, and for pages, which show what works (R25, M1, M2).
 * An account acts under an owner: its own, whose admin it is, or that of a team, as one of its members.
 */

/** Who asks. What is not given is not claimed: nobody is taken for somebody by two values that are both missing. */
export type Asker = {
  userId?: string | null
  /** Whose root and limits it acts under. */
  ownerId?: string | null
  /** That owner is somebody else's. */
  isMember?: boolean
  /** Whom the personal link names that was opened. */
  recipientId?: string | null
}

/** What of a row decides. */
export type Owned = {
  ownerId: string
  /** The account that made it; null for what came without one. */
  authorId: string | null
  /** Accounts that its author shares it with. */
  sharedWith?: readonly string[]
  /** Or with everybody in its owner's team. */
  isSharedWithTeam?: boolean
  /** To whom it was sent by name. */
  recipientIds?: readonly string[]
}

/** What somebody can be to a row; one may be several. */
export type Relation = 'admin' | 'author' | 'member' | 'shared' | 'recipient'

/** `open` is what a link is for: to see it from outside and to download. */
export const actions = ['read', 'change', 'delete', 'forward', 'share', 'open'] as const
export type Action = (typeof actions)[number]

const isSame = (a: string | null | undefined, b: string | null): boolean => !!a && a === b

const holds: Record<Relation, (actor: Asker, row: Owned) => boolean> = {
  admin: ({ ownerId, isMember = false }, row) => !isMember && isSame(ownerId, row.ownerId),
  /** Who has left the team has left what was made there. */
  author: ({ ownerId, userId }, row) => isSame(ownerId, row.ownerId) && isSame(userId, row.authorId),
  member: ({ ownerId, isMember = false }, row) => isMember && isSame(ownerId, row.ownerId),
  shared: ({ ownerId, userId }, { sharedWith = [], isSharedWithTeam = false, ...row }) =>
    isSame(ownerId, row.ownerId) && !!userId && (isSharedWithTeam || sharedWith.includes(userId)),
  recipient: ({ recipientId }, { recipientIds = [] }) => !!recipientId && recipientIds.includes(recipientId),
}

/** Being a member alone opens nothing of another member's (M2). */
const allowed: Record<Action, readonly Relation[]> = {
  read: ['admin', 'author', 'shared'],
  change: ['admin', 'author'],
  delete: ['admin', 'author'],
  forward: ['admin', 'author'],
  share: ['admin', 'author'],
  open: ['admin', 'author', 'shared', 'recipient'],
}

/** For a question to the database, which cannot ask row by row. */
export const relationsAllowed = (action: Action): readonly Relation[] => allowed[action]

/** What is not allowed looks as if it were not there: refused by whoever asks this. */
export const can = (actor: Asker, action: Action, row: Owned): boolean =>
  allowed[action].some((relation) => holds[relation](actor, row))
