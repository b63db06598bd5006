/** The calls of the forward card. */
import type { Language } from '@sampan/contract/paths'
import { readDetail } from '@sampan/contract/routes/transfer-detail'
import { forwardTransfer, readOwnFiles } from '@sampan/contract/routes/transfers'
import { useQuery } from '@tanstack/react-query'
import { makeRequestKeys } from '../../lib/request-keys.ts'
import { recipientsOf } from '../../product/recipients/chips.ts'
import { api } from '../../product/session/api.ts'
import type { Form, Sent } from './form/form.ts'
import { chosenOptions } from './form/options.ts'

export const useOwnFiles = (slug: string) =>
  useQuery({
    queryKey: ['own-files', slug],
    queryFn: ({ signal }) => api.call(readOwnFiles, { params: { slug }, signal }),
    retry: false,
    networkMode: 'always',
    // What is forwarded must be there now.
    gcTime: 0,
  })

function bodyOf({ account, sendAs, chips, message, options, plan }: Form, fileIds: string[], language: Language) {
  const chosen = chosenOptions(options, plan, account !== null, new Date())
  const emailTo = sendAs === 'email' ? recipientsOf(chips).map((email) => ({ email })) : []
  return { fileIds, sendAs, emailTo, message, language, ...chosen }
}

/** What a duplicate begins with; null where none is asked for. */
export const useOriginal = (slug: string, isDuplicate: boolean) =>
  useQuery({
    queryKey: ['original', slug, isDuplicate],
    queryFn: async ({ signal }) => (isDuplicate ? api.call(readDetail, { params: { slug }, signal }) : null),
    retry: false,
    networkMode: 'always',
    gcTime: 0,
  })

/** Pressed again after an answer that was lost, the same draft is sent once; a changed one is another. */
export function forwarder(slug: string): (form: Form, fileIds: string[], language: Language) => Promise<Sent> {
  const keyOf = makeRequestKeys()
  return (form, fileIds, language) => {
    const body = bodyOf(form, fileIds, language)
    const { expirySeconds: _, ...lasting } = body
    const requestKey = keyOf([lasting, form.options])
    return api.call(forwardTransfer, { params: { slug }, body: { ...body, requestKey } })
  }
}
