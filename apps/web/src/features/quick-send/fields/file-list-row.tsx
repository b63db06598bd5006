/** One line of the list: a folder that opens, or a file. */
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { ChevronRight, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../../lib/clock-text.ts'
import { useFormat } from '../../../lib/format.ts'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { Thumbnail } from '../../../product/files/thumbnail.tsx'
import { FileIcon, FolderIcon } from '../../../ui/file-icon.tsx'
import classes from './file-list-row.module.css'
import type { FileRow, FolderRow, Row } from './file-rows.ts'

type Props = {
  row: Row<PickedFile>
  /** Cannot be read at the moment. */
  lockedPath: string | null
  onToggle: (path: string) => void
  onRemove: (path: string) => void
}

/** Before what it is: what is wrong with it. */
function Locked() {
  const { t } = useTranslation('send')
  return <span className={classes.locked}>{t('fileLockedHere')}</span>
}

function FolderLine({ row, isLocked, onToggle }: { row: FolderRow; isLocked: boolean; onToggle: (path: string) => void }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  return (
    <button type="button" className={classes.folder} aria-expanded={row.isOpen} onClick={() => onToggle(row.path)}>
      <FolderIcon />
      <span className={classes.text}>
        <span className={classes.name}>
          <span>{row.name}</span>
          <ChevronRight className={classes.chevron} size={16} aria-hidden="true" />
        </span>
        <span className={classes.detail}>
          {isLocked && <Locked />}
          {row.count > 0 ? `${t('fileCount', { count: row.count })} · ${format.bytes(row.bytes)}` : t('folderEmpty')}
        </span>
      </span>
    </button>
  )
}

function FileLine({ row, isLocked }: { row: FileRow<PickedFile>; isLocked: boolean }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const isFolder = isFolderPath(row.path)
  return (
    <span className={classes.file} data-inside={row.isInside || undefined}>
      {isFolder ? <FolderIcon /> : <Thumbnail file={row.file} fallback={<FileIcon path={row.path} />} />}
      <span className={classes.text}>
        <span className={classes.name} title={row.name}>
          <span>{row.name}</span>
        </span>
        <span className={classes.detail}>
          {isLocked && <Locked />}
          {isFolder ? t('folderEmpty') : format.bytes(row.file.size)}
          {row.file.seconds !== undefined && ` · ${clockText(row.file.seconds)}`}
        </span>
      </span>
    </span>
  )
}

export function FileListRow({ row, lockedPath, onToggle, onRemove }: Props) {
  const { t } = useTranslation('send')
  const isLocked = lockedPath !== null && (row.kind === 'folder' ? lockedPath.startsWith(row.path) : lockedPath === row.path)
  return (
    <div className={classes.row}>
      {row.kind === 'folder' ? (
        <FolderLine row={row} isLocked={isLocked} onToggle={onToggle} />
      ) : (
        <FileLine row={row} isLocked={isLocked} />
      )}
      <button
        type="button"
        className={classes.remove}
        aria-label={t('remove', { name: row.name })}
        onClick={() => onRemove(row.path)}
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}
