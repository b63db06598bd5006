/** Above the rows: one box for all that are loaded, and what the columns are. */
import { maxBulk } from '@sampan/contract/limits'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import row from './row.module.css'
import classes from './transfers.module.css'
import type { Selection } from './use-selection.ts'

type Props = { selection: Selection; loaded: () => TransferRecord[] }

export function ListHead({ selection, loaded }: Props) {
  const { t } = useTranslation('dash')
  const box = useRef<HTMLInputElement>(null)
  const count = selection.rows.length
  const isWhole = count > 0 && (count >= maxBulk || loaded().every(({ slug }) => selection.has(slug)))
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isWhole
  }, [count, isWhole])
  return (
    <div className={classes.columns}>
      <label className={row.check}>
        <input
          ref={box}
          type="checkbox"
          aria-label={t('selectAll')}
          title={t('selectAll')}
          checked={isWhole}
          onChange={() => (isWhole ? selection.clear() : selection.add(loaded()))}
        />
      </label>
      <span aria-hidden="true">{t('columnFiles')}</span>
      <span aria-hidden="true">{t('columnTo')}</span>
      <span aria-hidden="true">{t('columnDownloads')}</span>
      <span aria-hidden="true">{t('columnStatus')}</span>
    </div>
  )
}
