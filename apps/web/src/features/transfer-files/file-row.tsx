/** One file: name, size, what the scanner said, its checksum, and a menu. */
import type { DetailFile } from '@sampan/contract/routes/transfer-detail'
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import { Copy, Download, EllipsisVertical, Replace, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { OpenerMark } from '../../product/preview/opener-mark.tsx'
import { FileIcon, FolderIcon } from '../../ui/file-icon.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import classes from './file-row.module.css'

export type FileAct = 'replace' | 'remove' | 'copy'
type Props = {
  file: DetailFile
  /** Where its bytes are; null where they cannot be had. */
  bytesUrl: string | null
  mayReplace: boolean
  mayRemove: boolean
  onAct: (act: FileAct, file: DetailFile) => void
  /** None where there is nothing to look at. */
  onPreview: (() => void) | null
}

/** A file that nobody has looked at is never said to be clean (D9); without a scanner nothing is said. */
function useScanText({ scan, scanFinding, isLost }: DetailFile): { text: string; isBad: boolean } | null {
  const { t } = useTranslation('files')
  if (isLost) return { text: t('isLost'), isBad: true }
  if (scan === 'infected') return { text: t('scanInfected', { finding: scanFinding ?? '' }), isBad: true }
  const texts = { waiting: 'scanWaiting', clean: 'scanClean', failed: 'scanFailed' } as const
  return scan && { text: t(texts[scan]), isBad: scan === 'failed' }
}

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

function useEntries({ file, bytesUrl, mayReplace, mayRemove, onAct }: Props): MenuEntry[] {
  const { t } = useTranslation('files')
  const isFolder = isFolderPath(file.path)
  const canHave = bytesUrl !== null && !isFolder && !file.isLost && file.scan !== 'infected'
  return [
    ...(canHave ? [{ label: t('download'), icon: <Download {...icon} />, href: bytesUrl }] : []),
    ...(file.sha256 ? [{ label: t('copyChecksum'), icon: <Copy {...icon} />, onSelect: () => onAct('copy', file) }] : []),
    ...(mayReplace && !isFolder
      ? [{ label: t('replace'), icon: <Replace {...icon} />, onSelect: () => onAct('replace', file) }]
      : []),
    ...(mayRemove
      ? [{ label: t('remove'), icon: <Trash2 {...icon} />, isDangerous: true, onSelect: () => onAct('remove', file) }]
      : []),
  ]
}

export function FileRow(props: Props) {
  const { t } = useTranslation('files')
  const format = useFormat()
  const { file, onPreview } = props
  const { path, size, sha256, thumbnail } = file
  const scan = useScanText(file)
  const entries = useEntries(props)
  const isFolder = isFolderPath(path)
  // With its slash; of a folder, what it is in.
  const folder = path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1)
  return (
    <div className={classes.row}>
      {isFolder ? <FolderIcon /> : <FileIcon path={path} thumbnail={thumbnail} />}
      <span className={classes.words}>
        <bdi className={classes.name} title={path}>
          {folder && <span className={classes.folder}>{folder}</span>}
          {onPreview ? (
            <button
              type="button"
              className={classes.open}
              aria-label={t('preview', { name: baseName(path) })}
              onClick={onPreview}
            >
              {baseName(path)}
            </button>
          ) : (
            <span className={classes.base}>{path.slice(folder.length)}</span>
          )}
          {onPreview && <OpenerMark />}
        </bdi>
        <span className={classes.facts}>
          {!isFolder && <span>{format.bytes(size)}</span>}
          {!isFolder && scan && <span data-bad={scan.isBad || undefined}>{scan.text}</span>}
          {sha256 && (
            <span className={classes.sum} title={sha256}>
              {t('checksum', { sum: sha256 })}
            </span>
          )}
        </span>
      </span>
      {entries.length > 0 && (
        <Menu label={t('actions', { name: baseName(path) })} icon={<EllipsisVertical {...icon} />} entries={entries} />
      )}
    </div>
  )
}
