/** The grid on a phone: people, and behind each their documents. */
import type { RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Cell } from './cell.tsx'
import classes from './grid.module.css'
import { type OnOpen, useColumnName, Who } from './grid.tsx'
import { type Column, isJustReminded, nameOf, slotOf } from './grid-rules.ts'

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

/** So few are open from the beginning. */
const fewSuppliers = 4

export function SupplierList({ suppliers, isOld, children, ...props }: Props) {
  const { t } = useTranslation('received')
  return (
    <>
      <ul className={classes.people} aria-label={t('grid')} data-old={isOld || undefined}>
        {suppliers.map((supplier) => (
          <Supplier key={supplier._id} supplier={supplier} isOpenAtFirst={suppliers.length <= fewSuppliers} {...props} />
        ))}
      </ul>
      {children}
    </>
  )
}

type SupplierProps = Pick<Props, 'columns' | 'documents' | 'now' | 'onOpen'> & {
  supplier: RequestSupplier
  isOpenAtFirst: boolean
}

function Supplier({ supplier, columns, documents, now, isOpenAtFirst, onOpen }: SupplierProps) {
  const { t } = useTranslation('received')
  const columnName = useColumnName()
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const name = nameOf(supplier) || t('someone')
  return (
    <li className={classes.person}>
      <div className={classes.personHead}>
        <Who isReminded={isJustReminded(supplier, now)} onOpen={() => onOpen(supplier._id)} {...{ supplier, documents }} />
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('documentsOf', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <ul id={id} hidden={!isOpen} className={classes.slots}>
        {isOpen &&
          columns.map((column) => (
            <li key={column.id}>
              <span className={classes.slotName}>{columnName(column)}</span>
              <Cell
                slot={slotOf(supplier, column.id)}
                isRequired={column.isRequired}
                label={`${name}, ${columnName(column)}`}
                onOpen={() => onOpen(supplier._id, column.id)}
              />
            </li>
          ))}
      </ul>
    </li>
  )
}
