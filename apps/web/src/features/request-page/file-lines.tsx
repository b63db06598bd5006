/** The files that are chosen for one place, each with how far it is. */
import type { Upload } from '@sampan/client/upload/upload'
import { thumbnails } from '@sampan/contract/limits'
import { baseName } from '@sampan/contract/rules/file-path'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/clock-text.ts'
import { useFormat } from '../../lib/format.ts'
import { shownName } from '../../lib/safe-text.ts'
import type { PickedFile } from '../../product/files/picked-file.ts'
import { Thumbnail } from '../../product/files/thumbnail.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import type { Awaited } from './picking.ts'
import classes from './request-page.module.css'
import slotClasses from './slots.module.css'
import { useSnapshot } from './use-request-upload.ts'

type Props = { files: readonly PickedFile[]; upload: Upload | null; onRemove?: (path: string) => void }

export function FileLines({ files, upload, onRemove }: Props) {
  const format = useFormat()
  // Told anew with each step of the upload.
  useSnapshot(upload)
  if (files.length === 0) return null
  return (
    <ul className={slotClasses.files}>
      {files.map((file, at) => {
        const { path, size, seconds, blob } = file
        // What an earlier visit has sent as a whole is not here, and there already.
        const before = blob.size === size ? 0 : size
        const icon = <FileIcon path={path} />
        const sent = Math.min(size, upload?.plan() ? upload.fileSentBytes(path) : before)
        const name = shownName(baseName(path))
        return (
          <li key={path}>
            {at < thumbnails.posters ? <Thumbnail file={file} fallback={icon} /> : icon}
            <span className={slotClasses.fileText}>
              <bdi title={name}>{name}</bdi>
              <span className={classes.note}>
                {format.bytes(size)}
                {seconds !== undefined && ` · ${clockText(seconds)}`}
              </span>
              <span className={slotClasses.track} aria-hidden="true">
                <span style={{ width: `${size > 0 ? (sent / size) * 100 : 100}%` }} />
              </span>
            </span>
            {onRemove && <RemoveButton name={name} onRemove={() => onRemove(path)} />}
          </li>
        )
      })}
    </ul>
  )
}

/** What has to be chosen again before it goes on. */
export function AwaitedLines({ files, onRemove }: { files: readonly Awaited[]; onRemove: ((path: string) => void) | null }) {
  const { t } = useTranslation('request')
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className={slotClasses.files} aria-label={t('awaited')}>
      {files.map(({ file: { path, size, media }, storedBytes }) => {
        const name = shownName(baseName(path))
        return (
          <li key={path} data-awaited>
            <FileIcon path={path} />
            <span className={slotClasses.fileText}>
              <bdi title={name}>{name}</bdi>
              <span className={slotClasses.again}>
                {t(media ? 'recordAgain' : storedBytes > 0 ? 'chooseAgainFrom' : 'chooseAgain', {
                  stored: format.bytes(storedBytes),
                  total: format.bytes(size),
                })}
              </span>
              <span className={slotClasses.track} aria-hidden="true">
                <span style={{ width: `${size > 0 ? (storedBytes / size) * 100 : 0}%` }} />
              </span>
            </span>
            {onRemove && <RemoveButton name={name} onRemove={() => onRemove(path)} />}
          </li>
        )
      })}
    </ul>
  )
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation('request')
  return (
    <button type="button" className={slotClasses.remove} aria-label={t('remove', { name })} onClick={onRemove}>
      <X size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
