/** Supplier by document. Rows out of sight are not drawn by the browser; the heads stay in sight. */
import type { RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Cell } from './cell.tsx'
import classes from './grid.module.css'
import { type Column, isJustReminded, isUnanswered, nameOf, progressOf, slotOf } from './grid-rules.ts'

export type OnOpen = (supplierId: string, column?: string) => void
type Props = {
  columns: readonly Column[]
  suppliers: readonly RequestSupplier[]
  documents: RequestDetail['documents']
  now: number
  /** Others are asked for; these were there before. */
  isOld: boolean
  onOpen: OnOpen
  /** Stands at the end, where more comes. */
  children: ReactNode
}

export function useColumnName(): (column: Column) => string {
  const { t } = useTranslation('received')
  return ({ name }) => name ?? t('otherFiles')
}

export function Grid({ columns, suppliers, documents, now, isOld, onOpen, children }: Props) {
  const { t } = useTranslation('received')
  const columnName = useColumnName()
  const style = {
    '--columns': `minmax(190px, 1.2fr) repeat(${columns.length}, minmax(150px, 1fr))`,
    '--least': `${190 + columns.length * 150}px`,
  } as CSSProperties
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label={t('grid')} data-old={isOld || undefined} tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a table are laid out whole, however many are out of sight */}
      <div role="table" className={classes.grid} aria-label={t('grid')} style={style}>
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the table */}
        <div role="row" className={`${classes.row} ${classes.head}`}>
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the table */}
          <span role="columnheader" className={classes.corner}>
            {t('supplier')}
          </span>
          {columns.map((column) => (
            // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the table
            <span key={column.id} role="columnheader" className={classes.columnHead} title={columnName(column)}>
              <b>{columnName(column)}</b>
              <small>{t(column.isRequired ? 'required' : 'optional')}</small>
            </span>
          ))}
        </div>
        {suppliers.map((supplier) => (
          <Row key={supplier._id} isReminded={isJustReminded(supplier, now)} {...{ supplier, columns, documents, onOpen }} />
        ))}
      </div>
      {children}
    </section>
  )
}

type RowProps = Pick<Props, 'columns' | 'documents' | 'onOpen'> & { supplier: RequestSupplier; isReminded: boolean }

const Row = memo(function Row({ supplier, columns, documents, isReminded, onOpen }: RowProps) {
  const { t } = useTranslation('received')
  const columnName = useColumnName()
  const name = nameOf(supplier) || t('someone')
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the table
    <div role="row" className={classes.row}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the table */}
      <span role="rowheader" className={classes.who}>
        <Who supplier={supplier} documents={documents} isReminded={isReminded} onOpen={() => onOpen(supplier._id)} />
      </span>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: as the table
        <span key={column.id} role="cell" className={classes.place}>
          <Cell
            slot={slotOf(supplier, column.id)}
            isRequired={column.isRequired}
            label={`${name}, ${columnName(column)}`}
            onOpen={() => onOpen(supplier._id, column.id)}
          />
        </span>
      ))}
    </div>
  )
})

type WhoProps = { supplier: RequestSupplier; documents: RequestDetail['documents']; isReminded: boolean; onOpen: () => void }

export function Who({ supplier, documents, isReminded, onOpen }: WhoProps) {
  const { t } = useTranslation('received')
  const format = useFormat()
  const { received, expected } = progressOf(supplier, documents)
  const isBounced = supplier.mailState === 'bounced'
  const hasTakenBack = supplier.comments.at(-1)?.isWithdrawal
  const name = nameOf(supplier) || t('someone')
  return (
    <button type="button" className={classes.whoButton} title={supplier.email ?? name} onClick={onOpen}>
      <b>{name}</b>
      <small data-bad={isBounced || undefined}>
        {isBounced ? t('bounced') : t('progress', { received: format.number(received), expected: format.number(expected) })}
        {supplier.uploadingCount > 0 && <em>{t('uploading', { count: supplier.uploadingCount })}</em>}
        {isUnanswered(supplier) && <em>{t('wrote')}</em>}
        {hasTakenBack && <em>{t('tookBack')}</em>}
        {isReminded && <span>{t('remindedJustNow')}</span>}
      </small>
    </button>
  )
}
