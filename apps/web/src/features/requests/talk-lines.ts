import type { RequestSupplier } from '@sampan/contract/routes/request-grid'

export type Line = { key: string; by: 'requester' | 'supplier'; text: string; at: number; isMessage: boolean }

/** Comments of both, and what came with the files, the oldest first. */
export const linesOf = ({ comments, messages }: Pick<RequestSupplier, 'comments' | 'messages'>): Line[] =>
  [
    ...comments.map(({ _id, by, text, at }) => ({ key: _id, by, text, at, isMessage: false })),
    ...messages.map(({ text, at }, index) => ({ key: `message ${index}`, by: 'supplier' as const, text, at, isMessage: true })),
  ].sort((one, other) => one.at - other.at)
