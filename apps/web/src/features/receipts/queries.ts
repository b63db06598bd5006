/** The receipt as the server has it; while checksums are worked out it is asked for again. */
import { readReceipt } from '@sampan/contract/routes/receipts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'

/** Of one person, of one file, or of both. */
export type Of = { recipientId?: string | undefined; fileId?: string | undefined }
export const queryOf = ({ recipientId, fileId }: Of) => ({ ...(recipientId && { recipientId }), ...(fileId && { fileId }) })

const refreshMs = 30_000
const hashingMs = 3000

export const useReceipt = (slug: string, of: Of) =>
  useQuery({
    queryKey: ['transfer', slug, 'receipt', queryOf(of)],
    queryFn: ({ signal }) => within((signal) => api.call(readReceipt, { params: { slug }, query: queryOf(of), signal }), signal),
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data?.isHashing ? hashingMs : refreshMs),
  })
