import type { RequestView } from '@sampan/contract/routes/request-page'

/** Marks that turn the writing around could make "exe.pdf" of "fdp.exe" (R32). */
export const shownName = (name: string): string => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

export const requesterName = ({ requester }: Pick<RequestView, 'requester'>, someone: string): string =>
  shownName(requester?.name.trim() || requester?.email || someone)
