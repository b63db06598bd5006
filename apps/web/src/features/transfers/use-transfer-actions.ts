/** What can be done with a row: shown at once, taken back with a message when the server refuses. */
import { restoreSeconds, timingsMs } from '@sampan/contract/limits'
import {
  changeTransfer,
  copyLink as copyLinkRoute,
  deleteTransfer,
  restoreTransfer,
  type TransferRecord,
} from '@sampan/contract/routes/dashboard'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import type { BarsOfPage } from '../../ui/bars.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { showChanged, takeOut } from './loaded-pages.ts'
import { allPages } from './queries.ts'

/** Counted as under way, so that no refresh overtakes it. */
const useCall = () =>
  useMutation({ mutationKey: allPages, networkMode: 'always', mutationFn: (run: () => Promise<unknown>) => run() })

export function useTransferActions({ show, close }: Pick<BarsOfPage, 'show' | 'close'>) {
  const { t } = useTranslation('dash')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const { mutateAsync: call } = useCall()
  const refresh = () => queries.invalidateQueries({ queryKey: allPages })
  const say = (text: string, detail?: string) => show({ text, lifeMs: timingsMs.toast, ...(detail && { detail }) })
  const complain = (key: 'deleteFailed' | 'changeFailed' | 'copyFailed' | 'restoreFailed', row: TransferRecord, error: unknown) =>
    show({ text: t(key, { name: row.fileName, reason: problemText(error) }), tone: 'problem', lifeMs: timingsMs.longNotice })

  async function restore(row: TransferRecord, putBack: () => void, deletion: Promise<unknown>) {
    putBack()
    try {
      await deletion
      await call(() => api.call(restoreTransfer, { params: { slug: row.slug } }))
    } catch (error) {
      complain('restoreFailed', row, error)
    }
    await refresh()
  }

  async function remove(row: TransferRecord) {
    await queries.cancelQueries({ queryKey: allPages })
    const putBack = takeOut(queries, row)
    const deletion = call(() => api.call(deleteTransfer, { body: { slug: row.slug } }))
    const bar = show({
      text: t('deletedName', { name: row.fileName }),
      lifeMs: restoreSeconds * 1000,
      action: { label: t('undo'), run: () => void restore(row, putBack, deletion) },
    })
    try {
      await deletion
    } catch (error) {
      close(bar)
      putBack()
      complain('deleteFailed', row, error)
    }
    await refresh()
  }

  async function setClosed(row: TransferRecord, isDisabled: boolean) {
    await queries.cancelQueries({ queryKey: allPages })
    showChanged(queries, { ...row, status: isDisabled ? 'disabled' : 'active' })
    try {
      await call(() => api.call(changeTransfer, { params: { slug: row.slug }, body: { isDisabled } }))
      say(t(isDisabled ? 'linkClosed' : 'linkOpened'))
    } catch (error) {
      showChanged(queries, row)
      complain('changeFailed', row, error)
    }
    await refresh()
  }

  /** The clipboard is written within the click; from now on the bare link of an e-mail transfer opens too. */
  async function copyLink(row: TransferRecord) {
    const copied = copyText(row.linkUrl)
    try {
      if (!row.isLinkOpen) await call(() => api.call(copyLinkRoute, { params: { slug: row.slug } }))
    } catch (error) {
      complain('copyFailed', row, error)
      return
    }
    const opensNow = !row.isLinkOpen && row.sendAs === 'email'
    if (await copied) say(t('linkCopied'), opensNow ? t('anyoneWithLink') : undefined)
    else show({ text: t('copyByHand'), detail: row.linkUrl, lifeMs: timingsMs.overLimitNotice })
    if (!row.isLinkOpen) showChanged(queries, { ...row, isLinkOpen: true })
  }

  return { remove, setClosed, copyLink }
}
export type TransferActions = ReturnType<typeof useTransferActions>
