/** One act on many transfers: shown at once, said to be done when the server says so; what it refused is put back and counted. */
import { restoreSeconds, timingsMs } from '@sampan/contract/limits'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { bulkTransfers } from '@sampan/contract/routes/transfer-detail'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { api } from '../../product/session/api.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { Toast, ToastsOfPage } from '../../ui/toasts.tsx'
import { showChanged, takeOut } from './loaded-pages.ts'
import { allPages } from './queries.ts'
import { useCall } from './use-call.ts'

type Act = 'delete' | 'restore' | 'disable' | 'enable'
type Rows = readonly TransferRecord[]

const words = {
  delete: ['bulkDeleting', 'bulkDeleted'],
  restore: ['bulkRestoring', 'bulkRestored'],
  disable: ['bulkClosing', 'bulkClosed'],
  enable: ['bulkOpening', 'bulkOpened'],
} as const

const about = 'bulk'

/** Shows an act before it is done; each row with the way back. */
function useShown() {
  const queries = useQueryClient()
  return (act: Act, rows: Rows): Map<string, () => void> => {
    const show = (row: TransferRecord) => {
      if (act === 'delete') return takeOut(queries, row)
      if (act !== 'restore') showChanged(queries, { ...row, status: act === 'disable' ? 'disabled' : 'active' })
      return () => act !== 'restore' && showChanged(queries, row)
    }
    return new Map(rows.map((row) => [row.slug, show(row)]))
  }
}

export function useBulkActions({ show }: Pick<ToastsOfPage, 'show'>) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const problemText = useProblemText()
  const queries = useQueryClient()
  const call = useCall()
  const showAct = useShown()
  const counted = (count: number) => ({ count, number: format.number(count) })
  const say = (text: string, more?: Partial<Toast>) => show({ about, text, lifeMs: timingsMs.toast, ...more })

  async function run(act: Act, rows: Rows): Promise<void> {
    if (rows.length === 0) return
    const [doing, done] = words[act]
    await queries.cancelQueries({ queryKey: allPages })
    const putBack = showAct(act, rows)
    say(t(doing, counted(rows.length)), { lifeMs: null })
    try {
      const slugs = rows.map(({ slug }) => slug)
      const reply = await call((signal) => api.call(bulkTransfers, { body: { act, slugs }, signal }))
      for (const { slug } of reply.failed) putBack.get(slug)?.()
      const ofThese = new Set(reply.done)
      const left = reply.failed.length
      say(t(done, counted(reply.done.length)), {
        ...(left > 0 && { detail: t('bulkLeft', counted(left)), lifeMs: timingsMs.longNotice }),
        ...(act === 'delete' &&
          reply.done.length > 0 && {
            lifeMs: restoreSeconds * 1000,
            action: {
              label: t('undo'),
              run: () =>
                void run(
                  'restore',
                  rows.filter(({ slug }) => ofThese.has(slug)),
                ),
            },
          }),
      })
    } catch (error) {
      for (const back of putBack.values()) back()
      say(t('bulkFailed', { reason: problemText(error) }), { tone: 'problem', lifeMs: timingsMs.longNotice })
    }
    await queries.invalidateQueries({ queryKey: allPages })
  }

  /** Those that open to anyone; what only its recipients can open is not opened by copying many. */
  async function copyLinks(rows: Rows) {
    const open = rows.filter(({ isLinkOpen, isRestricted }) => isLinkOpen && !isRestricted)
    const left = rows.length - open.length
    const detail = left > 0 ? { detail: t('linksLeft', counted(left)) } : {}
    if (open.length === 0) return void say(t('noLinks'), detail)
    const text = open.map(({ linkUrl }) => linkUrl).join('\n')
    if (await copyText(text)) say(t('linksCopied', counted(open.length)), detail)
    else say(t('copyByHand'), { detail: text, lifeMs: timingsMs.overLimitNotice })
  }

  return { run, copyLinks }
}
export type BulkActions = ReturnType<typeof useBulkActions>
