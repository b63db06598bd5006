/** One received file, and what can be done with it. */
import { dashForwardPath } from '@sampan/contract/paths'
import type { ReceivedFile } from '@sampan/contract/routes/request-grid'
import { baseName } from '@sampan/contract/rules/file-path'
import { Check, Download, Ellipsis, Forward, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { agoText } from '../../lib/times.ts'
import { OpenerMark } from '../../product/preview/opener-mark.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import classes from './windows.module.css'

type Props = {
  file: ReceivedFile
  now: number
  onDownload: (file: ReceivedFile) => void
  onDelete: (file: ReceivedFile) => void
  /** None where there is nothing to look at. */
  onPreview: (() => void) | null
  /** Of those that count. */
  onAccept?: () => void
  onReject?: () => void
}

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const
export function ReceivedRow({ file, now, onDownload, onDelete, onPreview, onAccept, onReject }: Props) {
  const { t } = useTranslation('received')
  const format = useFormat()
  const language = useLanguage()
  const name = baseName(file.path)
  const when = agoText(file.receivedAt, now, language) ?? t('justNow')
  return (
    <li className={classes.file} data-decision={file.decision}>
      <FileIcon path={file.path} thumbnail={file.thumbnail} />
      <span className={classes.fileWords}>
        {onPreview ? (
          <button
            type="button"
            className={classes.open}
            aria-label={t('preview', { name })}
            title={file.path}
            onClick={onPreview}
          >
            <bdi>{name}</bdi>
            <OpenerMark />
          </button>
        ) : (
          <bdi title={file.path}>{name}</bdi>
        )}
        <small title={format.dateTime(new Date(file.receivedAt))}>
          {[format.bytes(file.size), when].join(' · ')}
          {file.decision !== 'received' && (
            <b data-decision={file.decision}>{t(file.decision === 'accepted' ? 'stateAccepted' : 'stateRejected')}</b>
          )}
        </small>
        {file.reason && <small className={classes.reason}>{t('because', { reason: file.reason })}</small>}
        {file.warning && (
          <small className={classes.warning} data-strong={file.warning !== 'notScanned' || undefined}>
            {t(file.warning)}
          </small>
        )}
      </span>
      <span className={classes.acts}>
        {onReject && file.decision !== 'rejected' && (
          <button type="button" aria-label={t('rejectNamed', { name })} title={t('reject')} onClick={onReject}>
            <Undo2 {...icon} />
            <span>{t('reject')}</span>
          </button>
        )}
        {onAccept && file.decision !== 'accepted' && (
          <button type="button" data-good aria-label={t('acceptNamed', { name })} title={t('accept')} onClick={onAccept}>
            <Check {...icon} />
            <span>{t('accept')}</span>
          </button>
        )}
        {file.warning !== 'infected' && (
          <button type="button" aria-label={t('downloadNamed', { name })} title={t('download')} onClick={() => onDownload(file)}>
            <Download {...icon} />
          </button>
        )}
        <FileMenu file={file} name={name} onDelete={onDelete} />
      </span>
    </li>
  )
}

/** The transfer that holds it is forwarded as a whole; what of it goes along is chosen there. */
function FileMenu({ file, name, onDelete }: Pick<Props, 'file' | 'onDelete'> & { name: string }) {
  const { t } = useTranslation('received')
  const navigate = useNavigate()
  return (
    <Menu
      label={t('actionsFor', { name })}
      icon={<Ellipsis {...icon} size={20} />}
      entries={[
        ...(file.warning === 'infected'
          ? []
          : [
              {
                label: t('forward'),
                icon: <Forward {...icon} />,
                onSelect: () => void navigate(dashForwardPath(file.transferSlug)),
              },
            ]),
        { label: t('deleteFile'), icon: <Trash2 {...icon} />, isDangerous: true, onSelect: () => onDelete(file) },
      ]}
    />
  )
}
