import type { RequestSupplier } from '@sampan/contract/routes/request-grid'

export type Line = {
  key: string
  by: 'requester' | 'supplier'
  text: string
  at: number
  isMessage: boolean
  isWithdrawal: boolean
}

/** Comments of both, and what came with the files, the oldest first. */
export const linesOf = ({ comments, messages }: Pick<RequestSupplier, 'comments' | 'messages'>): Line[] =>
  [
    ...comments.map(({ _id, by, text, at, isWithdrawal = false }) => ({
      key: _id,
      by,
      text,
      at,
      isMessage: false,
      isWithdrawal,
    })),
    ...messages.map(({ text, at }, index) => ({
      ...{ key: `message ${index}`, by: 'supplier' as const, text, at },
      ...{ isMessage: true, isWithdrawal: false },
    })),
  ].sort((one, other) => one.at - other.at)
