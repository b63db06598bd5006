/** The files of one slot, newest first, and what is decided of each. */
import { Button } from '@mantine/core'
import { requestLimits } from '@sampan/contract/limits'
import type { ReceivedFile, RequestSlot } from '@sampan/contract/routes/requests'
import { baseName } from '@sampan/contract/rules/file-path'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { Facts } from '../../ui/facts.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { useDoing } from './request-actions.tsx'
import classes from './supplier.module.css'
import type { SupplierProps } from './supplier-window.tsx'

type Props = Pick<SupplierProps, 'acts' | 'report' | 'forwardPathOf'> & { slot: RequestSlot }

export const ReceivedFiles = ({ slot, ...props }: Props) => (
  <ul className={classes.files}>
    {slot.files.map((file) => (
      <Received key={`${file.transferSlug} ${file.fileId}`} file={file} {...props} />
    ))}
  </ul>
)

function Received({ file, acts, report, forwardPathOf }: Omit<Props, 'slot'> & { file: ReceivedFile }) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const doIt = useDoing(report)
  const [isRejecting, setRejecting] = useState(false)
  const { fileId, path, size, receivedAt, decision, reason, isReplaced, warning, transferSlug } = file
  const decide = (next: ReceivedFile['decision'], why = '') => acts.decide({ fileIds: [fileId], decision: next, reason: why })
  const name = baseName(path)
  return (
    <li data-replaced={isReplaced || undefined}>
      <div className={classes.file}>
        <FileIcon path={path} />
        <span>
          <bdi>{name}</bdi>
          <Facts className={classes.note}>
            {isReplaced && t('earlier')}
            {format.bytes(size)}
            {format.dateTime(new Date(receivedAt))}
            {decision !== 'received' && <b data-decision={decision}>{t(`slot_${decision}`)}</b>}
          </Facts>
          {warning && <span className={classes.warning}>{t(`warning_${warning}`)}</span>}
          {reason && <span className={classes.note}>{t('reasonIs', { reason })}</span>}
        </span>
      </div>
      <div className={classes.acts}>
        <button type="button" onClick={() => void doIt(() => acts.download({ fileIds: [fileId] }))}>
          {t('download')}
        </button>
        {!isReplaced && decision !== 'accepted' && (
          <button type="button" onClick={() => void doIt(() => decide('accepted'))}>
            {t('accept_file')}
          </button>
        )}
        {!isReplaced && decision !== 'rejected' && (
          <button type="button" aria-expanded={isRejecting} onClick={() => setRejecting(!isRejecting)}>
            {t('reject')}
          </button>
        )}
        {decision !== 'received' && (
          <button type="button" onClick={() => void doIt(() => decide('received'))}>
            {t('undecide')}
          </button>
        )}
        <Link to={forwardPathOf(transferSlug)}>{t('forward')}</Link>
        <button type="button" data-dangerous onClick={() => void doIt(() => acts.deleteFiles(transferSlug))}>
          {t('deleteFile')}
        </button>
      </div>
      {isRejecting && (
        <Reject
          onReject={(why) =>
            void doIt(async () => {
              await decide('rejected', why)
              setRejecting(false)
            })
          }
        />
      )}
    </li>
  )
}

function Reject({ onReject }: { onReject: (reason: string) => void }) {
  const { t } = useTranslation('requests')
  const [reason, setReason] = useState('')
  function reject(event: FormEvent) {
    event.preventDefault()
    onReject(reason.trim())
  }
  return (
    <form className={classes.write} onSubmit={reject}>
      <textarea
        rows={2}
        // biome-ignore lint/a11y/noAutofocus: it opens where somebody has just asked for it
        autoFocus
        aria-label={t('reason')}
        placeholder={t('reason')}
        maxLength={requestLimits.reasonChars}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit">{t('rejectSend')}</Button>
    </form>
  )
}
