/** What can be done with a transfer as a whole, and how it is said. */
import { timingsMs } from '@sampan/contract/limits'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { Toast, ToastsOfPage } from '../../ui/toasts.tsx'
import type { Deletion } from './deleted.tsx'
import type { TransferChanges } from './use-changes.ts'

type Tools = { changes: TransferChanges; show: ToastsOfPage['show']; onDeleted: (deletion: Deletion) => void }
type Linked = Pick<TransferRecord, 'linkUrl' | 'isLinkOpen' | 'sendAs'>
type Failure = 'copyFailed' | 'notChanged' | 'deleteFailed'

/** A link that so far only the people it was mailed to can open. */
export const opensToAnyone = ({ sendAs, isLinkOpen }: Linked): boolean => sendAs === 'email' && !isLinkOpen

export function useActs({ changes, show, onDeleted }: Tools) {
  const { t } = useTranslation('detail')
  const problemText = useProblemText()
  const [isBusy, setBusy] = useState(false)
  const say = (text: string, more?: Partial<Toast>) => void show({ about: 'transfer', text, lifeMs: timingsMs.toast, ...more })
  /** True once it is done. */
  async function attempt(failure: Failure, act: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    try {
      await act()
      return true
    } catch (error) {
      say(t(failure, { reason: problemText(error) }), { tone: 'problem', lifeMs: timingsMs.longNotice })
      return false
    } finally {
      setBusy(false)
    }
  }
  /** From then on the bare link of an e-mail transfer opens too. */
  const opened = async (transfer: Linked): Promise<boolean> => transfer.isLinkOpen || attempt('copyFailed', changes.openToAnyone)

  return {
    isBusy,
    opened,
    /** The clipboard is written within the click. */
    copy: async (transfer: Linked) => {
      const copied = copyText(transfer.linkUrl)
      if (!(await opened(transfer))) return
      if (await copied) say(t('copied'), opensToAnyone(transfer) ? { detail: t('anyoneNow') } : {})
      else say(t('copyByHand'), { detail: transfer.linkUrl, lifeMs: timingsMs.overLimitNotice })
    },
    share: async (transfer: Linked & Pick<TransferRecord, 'title' | 'fileName'>) => {
      if (!(await opened(transfer))) return
      // Whoever closes the sheet has not failed.
      await navigator.share({ url: transfer.linkUrl, title: transfer.title || transfer.fileName }).catch(() => {})
    },
    setClosed: async (isDisabled: boolean) => {
      if (await attempt('notChanged', () => changes.edit({ isDisabled }))) say(t(isDisabled ? 'linkClosed' : 'linkOpened'))
    },
    giveTime: async () => {
      const isGiven = await attempt('notChanged', changes.giveTime)
      if (isGiven) say(t('timeIsGiven'), { detail: t('timeIsGivenDetail') })
      return isGiven
    },
    remove: () => attempt('deleteFailed', async () => onDeleted(await changes.remove())),
  }
}
export type TransferActs = ReturnType<typeof useActs>
