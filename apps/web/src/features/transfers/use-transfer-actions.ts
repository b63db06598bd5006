/** What can be done with a row: shown at once as under way, said to be done when the server says so, else taken back with the reason. */
import { timingsMs } from '@sampan/contract/limits'
import {
  copyLink as copyLinkRoute,
  deleteTransfer,
  restoreTransfer,
  type TransferRecord,
} from '@sampan/contract/routes/dashboard'
import { editTransfer } from '@sampan/contract/routes/transfer-detail'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { api } from '../../product/session/api.ts'
import { undoMs } from '../../product/transfers/undo-time.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { Toast, ToastsOfPage } from '../../ui/toasts.tsx'
import { showChanged, takeOut } from './loaded-pages.ts'
import { allPages } from './queries.ts'
import { nameOf, shortName } from './row-texts.ts'
import { useCall } from './use-call.ts'
import { usePending } from './use-pending.ts'

type Failure = 'deleteFailed' | 'changeFailed' | 'copyFailed' | 'restoreFailed'

/** One message for each transfer: what was said of it before is out of date with the next. */
function useWords(show: ToastsOfPage['show']) {
  const { t } = useTranslation('dash')
  const problemText = useProblemText()
  const say = (row: TransferRecord, text: string, more?: Partial<Toast>) =>
    show({ about: row.slug, text, lifeMs: timingsMs.toast, ...more })
  const sayPending = (row: TransferRecord, text: string) => say(row, text, { lifeMs: null })
  const complain = (row: TransferRecord, key: Failure, error: unknown) => {
    const text = t(key, { name: shortName(nameOf(row)), reason: problemText(error) })
    say(row, text, { tone: 'problem', lifeMs: timingsMs.longNotice })
  }
  return { t, say, sayPending, complain }
}

export function useTransferActions({ show }: Pick<ToastsOfPage, 'show'>) {
  const { t, say, sayPending, complain } = useWords(show)
  const queries = useQueryClient()
  const call = useCall()
  const { pending, mark } = usePending()
  const refresh = () => queries.invalidateQueries({ queryKey: allPages })

  async function restore(row: TransferRecord, putBack: () => void) {
    await queries.cancelQueries({ queryKey: allPages })
    putBack()
    mark(row.slug, true)
    const name = shortName(nameOf(row))
    sayPending(row, t('restoringName', { name }))
    try {
      await call((signal) => api.call(restoreTransfer, { params: { slug: row.slug }, signal }))
      say(row, t('restoredName', { name }))
    } catch (error) {
      takeOut(queries, row)
      complain(row, 'restoreFailed', error)
    }
    mark(row.slug, false)
    await refresh()
  }

  async function remove(row: TransferRecord) {
    await queries.cancelQueries({ queryKey: allPages })
    const putBack = takeOut(queries, row)
    const name = shortName(nameOf(row))
    sayPending(row, t('deletingName', { name }))
    try {
      const { restorableUntil } = await call((signal) => api.call(deleteTransfer, { body: { slug: row.slug }, signal }))
      const action = { label: t('undo'), run: () => void restore(row, putBack) }
      say(row, t('deletedName', { name }), { lifeMs: undoMs(restorableUntil, Date.now()), action })
    } catch (error) {
      putBack()
      complain(row, 'deleteFailed', error)
    }
    await refresh()
  }

  async function setClosed(row: TransferRecord, isDisabled: boolean) {
    await queries.cancelQueries({ queryKey: allPages })
    showChanged(queries, { ...row, status: isDisabled ? 'disabled' : 'active' })
    mark(row.slug, true)
    sayPending(row, t(isDisabled ? 'closing' : 'opening'))
    try {
      await call((signal) => api.call(editTransfer, { params: { slug: row.slug }, body: { isDisabled }, signal }))
      say(row, t(isDisabled ? 'linkClosed' : 'linkOpened'))
    } catch (error) {
      showChanged(queries, row)
      complain(row, 'changeFailed', error)
    }
    mark(row.slug, false)
    await refresh()
  }

  /** The clipboard is written within the click; from now on the bare link of an e-mail transfer opens too. */
  async function copyLink(row: TransferRecord) {
    const copied = copyText(row.linkUrl)
    try {
      if (!row.isLinkOpen) {
        sayPending(row, t('linkOpening'))
        await call((signal) => api.call(copyLinkRoute, { params: { slug: row.slug }, signal }))
      }
    } catch (error) {
      complain(row, 'copyFailed', error)
      return
    }
    const opensNow = !row.isLinkOpen && row.sendAs === 'email'
    if (await copied) say(row, t('linkCopied'), opensNow ? { detail: t('anyoneWithLink') } : {})
    else say(row, t('copyByHand'), { detail: row.linkUrl, lifeMs: timingsMs.overLimitNotice })
    if (!row.isLinkOpen) showChanged(queries, { ...row, isLinkOpen: true })
  }

  return { pending, remove, setClosed, copyLink }
}
export type TransferActions = ReturnType<typeof useTransferActions>
