/** Supplier by document; on a phone one under the other. */
import type { RequestDetail, RequestSlot, RequestSupplier } from '@sampan/contract/routes/requests'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import classes from './grid.module.css'

type Props = { detail: RequestDetail; onOpen: (supplierId: string) => void }

export const slotTones = {
  waiting: 'plain',
  uploading: 'amber',
  received: 'jade',
  accepted: 'jade',
  rejected: 'lacquer',
} as const

export function useNames() {
  const { t } = useTranslation('requests')
  return {
    personName: ({ name, email }: Pick<RequestSupplier, 'name' | 'email'>) => name || email || t('someone'),
    slotName: ({ documents }: RequestDetail, { documentId }: RequestSlot) =>
      documents.find(({ _id }) => _id === documentId)?.name ?? t('other'),
  }
}

export function Grid({ detail, onOpen }: Props) {
  const { t } = useTranslation('requests')
  const { documents, suppliers } = detail
  const hasOthers = suppliers.some(({ slots }) => slots.some(({ documentId }) => documentId === null))
  return (
    <div className={classes.scroll}>
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">{t('supplier')}</th>
            {documents.map(({ _id, name }) => (
              <th key={_id} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
            {hasOthers && <th scope="col">{t('other')}</th>}
          </tr>
        </thead>
        <tbody>
          {suppliers.map((supplier) => (
            <tr key={supplier._id}>
              <Person supplier={supplier} onOpen={onOpen} />
              {documents.map(({ _id, name }) => (
                <Cell
                  key={_id}
                  label={name}
                  slot={supplier.slots.find(({ documentId }) => documentId === _id)}
                  {...{ supplier, onOpen }}
                />
              ))}
              {hasOthers && (
                <Cell
                  label={t('other')}
                  slot={supplier.slots.find(({ documentId }) => documentId === null)}
                  {...{ supplier, onOpen }}
                />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PersonProps = { supplier: RequestSupplier; onOpen: Props['onOpen'] }

function Person({ supplier, onOpen }: PersonProps) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const { personName } = useNames()
  const { _id, email, name, company, mailState, openedAt, uploadingCount, isInvited } = supplier
  const standing = openedAt
    ? t('opened', { date: format.date(new Date(openedAt)) })
    : mailState && mailState !== 'sent'
      ? t(`mail_${mailState}`)
      : t('notOpened')
  return (
    <th scope="row">
      <button type="button" className={classes.person} onClick={() => onOpen(_id)}>
        <bdi>{personName(supplier)}</bdi>
      </button>
      <span className={classes.detail}>{[name && email, company, isInvited && standing].filter(Boolean).join(' · ')}</span>
      {uploadingCount > 0 && (
        <span className={classes.now}>{t('uploading', { count: uploadingCount, number: format.number(uploadingCount) })}</span>
      )}
    </th>
  )
}

function Cell({ label, slot, supplier, onOpen }: PersonProps & { label: string; slot: RequestSlot | undefined }) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const { personName } = useNames()
  if (!slot) return <td data-label={label} />
  const count = slot.files.filter(({ isReplaced }) => !isReplaced).length
  const state = t(`slot_${slot.state}`)
  return (
    <td data-label={label}>
      <button
        type="button"
        className={classes.cell}
        aria-label={t('cell', { who: personName(supplier), what: label, state })}
        onClick={() => onOpen(supplier._id)}
      >
        <Badge tone={slotTones[slot.state]}>{state}</Badge>
        {count > 0 && <span className={classes.detail}>{t('files', { count, number: format.number(count) })}</span>}
      </button>
    </td>
  )
}
