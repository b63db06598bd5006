/** While rows are chosen: how many, and what can be done with all of them. */
import { maxBulk } from '@sampan/contract/limits'
import { Link2, Lock, LockOpen, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { mayDo } from '../../product/transfers/may-do.ts'
import { linkSwitch } from '../../product/transfers/transfer-status.ts'
import classes from './bulk-bar.module.css'
import type { BulkActions } from './use-bulk-actions.ts'
import type { Selection } from './use-selection.ts'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  selection: Selection
  bulk: BulkActions
  /** How many fit filter and search, of which not all may have been loaded. */
  matchCount: number
  isLoadingAll: boolean
  onChooseAll: () => void
  onDelete: () => void
}

export function BulkBar({ selection, bulk, matchCount, isLoadingAll, onChooseAll, onDelete }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const { rows, clear } = selection
  const switchable = (way: 'close' | 'open') => rows.filter((row) => mayDo(row, 'change') && linkSwitch(row) === way)
  const [toClose, toOpen] = [switchable('close'), switchable('open')]
  const then = (act: Promise<void>) => {
    clear()
    void act
  }
  const most = Math.min(matchCount, maxBulk)
  const count = { count: rows.length, number: format.number(rows.length) }
  return (
    <section className={classes.bar} aria-label={t('selectedBar')}>
      <span className={classes.count} role="status">
        {rows.length >= maxBulk ? t('selectedMax', count) : rows.length > 0 && t('selected', count)}
      </span>
      {rows.length > 0 && (
        <>
          {rows.length < most && (
            <button type="button" className={classes.all} disabled={isLoadingAll} onClick={onChooseAll}>
              {t(most < matchCount ? 'chooseFirst' : 'chooseAll', { number: format.number(most) })}
            </button>
          )}
          <span className={classes.acts}>
            <button type="button" onClick={() => void bulk.copyLinks(rows)}>
              <Link2 {...icon} />
              {t('bulkCopy')}
            </button>
            {toClose.length > 0 && (
              <button type="button" onClick={() => then(bulk.run('disable', toClose))}>
                <Lock {...icon} />
                {t('bulkClose')}
              </button>
            )}
            {toOpen.length > 0 && (
              <button type="button" onClick={() => then(bulk.run('enable', toOpen))}>
                <LockOpen {...icon} />
                {t('bulkOpen')}
              </button>
            )}
            {rows.some((row) => mayDo(row, 'delete')) && (
              <button type="button" data-dangerous onClick={onDelete}>
                <Trash2 {...icon} />
                {t('delete')}
              </button>
            )}
          </span>
          <button type="button" className={classes.none} aria-label={t('selectNone')} title={t('selectNone')} onClick={clear}>
            <X {...icon} />
          </button>
        </>
      )}
    </section>
  )
}
