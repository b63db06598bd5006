/** What its sender does to a transfer: shown at once where that can be said beforehand, taken back if the server refuses. */
import { copyLink, deleteTransfer, restoreTransfer } from '@sampan/contract/routes/dashboard'
import { giveTime } from '@sampan/contract/routes/extension'
import {
  addRecipients,
  correctRecipient,
  editTransfer,
  mailRecipient,
  removeRecipient,
  type TransferDetail,
} from '@sampan/contract/routes/transfer-detail'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'
import { type Changes, withChanges } from './draft.ts'
import { detailKey, transferKey } from './queries.ts'

type Call = <T>(run: (signal: AbortSignal) => Promise<T>) => Promise<T>

/** Counted as under way, so that no refresh overtakes it; whatever came of it, lists and timeline are out of date then. */
function useCall(slug: string): Call {
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: transferKey(slug),
    networkMode: 'always',
    mutationFn: (run: (signal: AbortSignal) => Promise<unknown>) => within(run),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: transferKey(slug) })
      void queries.invalidateQueries({ queryKey: ['transfers'] })
    },
  })
  return mutateAsync as Call
}

export function useChanges(slug: string) {
  const queries = useQueryClient()
  const call = useCall(slug)
  return useMemo(() => {
    const key = detailKey(slug)
    const params = { slug }
    const show = (change: (detail: TransferDetail) => TransferDetail) =>
      queries.setQueryData<TransferDetail | null>(key, (detail) => detail && change(detail))
    const whole = async (run: (signal: AbortSignal) => Promise<TransferDetail>) => {
      await queries.cancelQueries({ queryKey: key })
      const detail = await call(run)
      show(() => detail)
    }
    return {
      edit: async (body: Changes) => {
        await queries.cancelQueries({ queryKey: key })
        const before = queries.getQueryData<TransferDetail | null>(key)
        show((detail) => ({ ...detail, transfer: withChanges(detail.transfer, body, Date.now()) }))
        try {
          const { transfer } = await call((signal) => api.call(editTransfer, { params, body, signal }))
          show((detail) => ({ ...detail, transfer }))
        } catch (error) {
          if (before) show(() => before)
          throw error
        }
      },
      giveTime: async () => {
        const { expiryDate } = await call((signal) => api.call(giveTime, { params, signal }))
        show((detail) => ({ ...detail, transfer: { ...detail.transfer, expiryDate, status: 'active' } }))
      },
      openToAnyone: async () => {
        const { linkUrl } = await call((signal) => api.call(copyLink, { params, signal }))
        show((detail) => ({ ...detail, transfer: { ...detail.transfer, linkUrl, isLinkOpen: true } }))
      },
      add: (emails: readonly string[]) => {
        const body = { emailTo: emails.map((email) => ({ email })) }
        return whole((signal) => api.call(addRecipients, { params, body, signal }))
      },
      correct: (recipientId: string, email: string) =>
        whole((signal) => api.call(correctRecipient, { params: { slug, recipientId }, body: { email }, signal })),
      leaveOut: (recipientId: string) => whole((signal) => api.call(removeRecipient, { params: { slug, recipientId }, signal })),
      mail: (recipientId: string, kind: 'resend' | 'remind') =>
        whole((signal) => api.call(mailRecipient, { params: { slug, recipientId }, body: { kind }, signal })),
      /** One after the other: each is a mail of its own, and the server may say at any of them that it is enough. */
      mailAll: async (recipientIds: readonly string[], kind: 'remind' | 'newVersion', onEach: (done: number) => void) => {
        try {
          for (const [index, recipientId] of recipientIds.entries()) {
            const route = { params: { slug, recipientId }, body: { kind } } as const
            const detail = await within((signal) => api.call(mailRecipient, { ...route, signal }))
            show(() => detail)
            onEach(index + 1)
          }
        } finally {
          void queries.invalidateQueries({ queryKey: transferKey(slug) })
        }
      },
      remove: () => call((signal) => api.call(deleteTransfer, { body: { slug }, signal })),
      restore: () => call((signal) => api.call(restoreTransfer, { params, signal })),
    }
  }, [slug, queries, call])
}
export type TransferChanges = ReturnType<typeof useChanges>
