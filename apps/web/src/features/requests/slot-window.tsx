/** What one supplier has sent for one document: the newest first, to be accepted or sent back; beneath it earlier versions. */
import { Button } from '@mantine/core'
import { requestLimits } from '@sampan/contract/limits'
import type { ReceivedFile, RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { Check, Download, Eye, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Previewer } from '../../product/preview/previewer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StateWord } from './cell.tsx'
import { DeleteSending } from './delete-sending.tsx'
import { useColumnName } from './grid.tsx'
import { type Column, currentFiles, nameOf, sentTogether, slotOf } from './grid-rules.ts'
import { ReceivedRow } from './received-row.tsx'
import { RejectForm } from './reject-form.tsx'
import type { Act } from './use-act.ts'
import { usePreviews } from './use-previews.ts'
import type { RequestChanges } from './use-request-changes.ts'
import classes from './windows.module.css'

type Props = {
  detail: RequestDetail
  supplier: RequestSupplier
  column: Column
  now: number
  changes: RequestChanges
  act: Act
  onReview: (fileId: string) => void
  onClose: () => void
}

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

export function SlotWindow({ detail, supplier, column, now, changes, act, onReview, onClose }: Props) {
  const { t } = useTranslation('received')
  const columnName = useColumnName()
  const [rejected, setRejected] = useState<readonly ReceivedFile[] | null>(null)
  const [deleted, setDeleted] = useState<ReceivedFile | null>(null)
  const slot = slotOf(supplier, column.id)
  const current = currentFiles(slot)
  const earlier = slot.files.filter(({ isReplaced }) => isReplaced)
  const undecided = current.filter(({ decision }) => decision === 'received')
  const idsOf = (files: readonly ReceivedFile[]) => files.map(({ fileId }) => fileId)
  const name = nameOf(supplier) || t('someone')
  const mailWords = supplier.email ? t('sentBackMailed', { email: supplier.email }) : t('sentBackUnmailed')
  const previews = usePreviews(
    detail.request.slug,
    [...current, ...earlier],
    (fileId) => void act(() => changes.download({ fileIds: [fileId] })),
  )
  const rowProps = {
    now,
    onDownload: (file: ReceivedFile) => void act(() => changes.download({ fileIds: [file.fileId] })),
    onDelete: setDeleted,
  }
  if (deleted)
    return (
      <DeleteSending
        files={sentTogether(supplier, deleted.transferSlug)}
        onClose={() => setDeleted(null)}
        onDelete={() => {
          setDeleted(null)
          void act(() => changes.deleteSending(deleted.transferSlug), t('sendingDeleted'))
        }}
      />
    )
  return (
    <Dialog title={columnName(column)} closeLabel={t('closeWindow')} size={640} onClose={onClose}>
      <div className={classes.sub}>
        <span>{name}</span>
        <StateWord state={slot.state} />
      </div>
      {slot.state === 'uploading' && (
        <p className={classes.text} role="status">
          {t('onTheirWay')}
        </p>
      )}
      {current.length === 0 && slot.state !== 'uploading' && <p className={classes.text}>{t('nothingYet')}</p>}
      {current.length > 0 && (
        <ul className={classes.files} aria-label={t('files')}>
          {current.map((file) => (
            <ReceivedRow
              key={file.fileId}
              file={file}
              {...rowProps}
              onPreview={previews.opener(file)}
              onAccept={() => void act(() => changes.decide([file.fileId], 'accepted'), t('acceptedUnmailed', { name }))}
              onReject={() => setRejected([file])}
            />
          ))}
        </ul>
      )}
      {rejected && (
        <RejectForm
          files={rejected}
          isMailed={supplier.email !== null}
          maxChars={requestLimits.reasonChars}
          onCancel={() => setRejected(null)}
          onReject={async (reason) => {
            if (await act(() => changes.decide(idsOf(rejected), 'rejected', reason), mailWords)) setRejected(null)
          }}
        />
      )}
      {!rejected && (current.length > 1 || undecided[0]) && (
        <div className={classes.buttons}>
          {undecided[0] && (
            <Button variant="default" h={44} leftSection={<Eye {...icon} />} onClick={() => onReview(undecided[0]!.fileId)}>
              {t('review')}
            </Button>
          )}
          {current.length > 1 && current.length <= requestLimits.chosenFiles && (
            <Button
              variant="default"
              h={44}
              leftSection={<Download {...icon} />}
              onClick={() => void act(() => changes.download({ fileIds: idsOf(current) }))}
            >
              {t('downloadThese')}
            </Button>
          )}
          {undecided.length > 1 && (
            <>
              <Button variant="default" h={44} leftSection={<Undo2 {...icon} />} onClick={() => setRejected(undecided)}>
                {t('rejectAll', { count: undecided.length })}
              </Button>
              <Button
                h={44}
                leftSection={<Check {...icon} />}
                onClick={() => void act(() => changes.decide(idsOf(undecided), 'accepted'), t('acceptedUnmailed', { name }))}
              >
                {t('acceptAll', { count: undecided.length })}
              </Button>
            </>
          )}
        </div>
      )}
      {earlier.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('earlier')}</h3>
          <ul className={classes.files} aria-label={t('earlier')}>
            {earlier.map((file) => (
              <ReceivedRow key={file.fileId} file={file} {...rowProps} onPreview={previews.opener(file)} />
            ))}
          </ul>
        </>
      )}
      <Previewer files={previews.files} fileId={previews.shownId} onClose={previews.close} />
    </Dialog>
  )
}
