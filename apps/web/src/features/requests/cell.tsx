/** How far one supplier is with one document: a word, an icon, and the way to the files. */
import type { RequestSlot } from '@sampan/contract/routes/request-grid'
import type { SlotState } from '@sampan/contract/states'
import { Check, CircleDashed, Inbox, type LucideIcon, TriangleAlert, Undo2, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './grid.module.css'
import { currentFiles } from './grid-rules.ts'

const looks = {
  waiting: ['stateWaiting', CircleDashed],
  uploading: ['stateUploading', Upload],
  received: ['stateReceived', Inbox],
  accepted: ['stateAccepted', Check],
  rejected: ['stateRejected', Undo2],
} as const satisfies Record<SlotState, readonly [string, LucideIcon]>

export function StateWord({ state }: { state: SlotState }) {
  const { t } = useTranslation('received')
  const [text, Icon] = looks[state]
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      {t(text)}
    </span>
  )
}

type Props = { slot: RequestSlot; isRequired: boolean; label: string; onOpen: () => void }

export function Cell({ slot, isRequired, label, onOpen }: Props) {
  const { t } = useTranslation('received')
  const format = useFormat()
  const count = currentFiles(slot).length
  const hasWarning = currentFiles(slot).some(({ warning }) => warning === 'infected' || warning === 'otherType')
  const isBare = slot.state === 'waiting' && slot.files.length === 0
  return (
    <button type="button" className={classes.cell} data-quiet={(isBare && !isRequired) || undefined} onClick={onOpen}>
      <span className="visually-hidden">{`${label}: `}</span>
      {isBare && !isRequired ? <span className={classes.none}>{t('optional')}</span> : <StateWord state={slot.state} />}
      {count > 1 && <span className={classes.count}>{t('fileCount', { count, number: format.number(count) })}</span>}
      {hasWarning && (
        <span className={classes.warning} title={t('warning')}>
          <TriangleAlert size={15} strokeWidth={2} aria-hidden="true" />
          <span className="visually-hidden">{t('warning')}</span>
        </span>
      )}
    </button>
  )
}
