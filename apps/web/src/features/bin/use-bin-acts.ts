/** Bringing back and deleting for good; what else shows transfers, requests or storage is asked anew. */
import { timingsMs } from '@sampan/contract/limits'
import { type BinEntry, eraseBin } from '@sampan/contract/routes/bin'
import { restoreTransfer } from '@sampan/contract/routes/dashboard'
import { restoreRequest } from '@sampan/contract/routes/requests'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'
import type { ToastsOfPage } from '../../ui/toasts.tsx'

export const keyOf = ({ kind, slug }: BinEntry): string => `${kind} ${slug}`

export function useBinActs({ show }: Pick<ToastsOfPage, 'show'>) {
  const { t } = useTranslation('bin')
  const problemText = useProblemText()
  const queries = useQueryClient()
  /** Of what an act is under way. */
  const [busy, setBusy] = useState<readonly string[]>([])

  async function act(what: string, run: () => Promise<unknown>, done: string): Promise<boolean> {
    setBusy((all) => [...all, what])
    try {
      await run()
      await queries.invalidateQueries()
      show({ about: what, text: done, lifeMs: timingsMs.toast })
      return true
    } catch (error) {
      show({ about: what, text: problemText(error), tone: 'problem', lifeMs: timingsMs.longNotice })
      return false
    } finally {
      setBusy((all) => all.filter((one) => one !== what))
    }
  }

  const restore = (entry: BinEntry) => {
    const params = { slug: entry.slug }
    const run = (signal: AbortSignal) =>
      entry.kind === 'transfer' ? api.call(restoreTransfer, { params, signal }) : api.call(restoreRequest, { params, signal })
    return act(keyOf(entry), () => within(run), t('restored', { name: entry.title || t('untitled') }))
  }
  const erase = (entry: BinEntry) => {
    const query = { kind: entry.kind, slug: entry.slug }
    return act(keyOf(entry), () => within((signal) => api.call(eraseBin, { query, signal })), t('erased'))
  }
  const empty = () => act('all', () => within((signal) => api.call(eraseBin, { query: {}, signal })), t('emptied'))

  return { busy, restore, erase, empty }
}
