/** How far each file is, on demand. */
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { PickedFile } from '../../lib/picked-file.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import classes from './file-progress.module.css'

/** The snapshot is what says that something changed. */
type Props = { files: PickedFile[]; upload: Upload; snapshot: UploadSnapshot }

export function FileProgress({ files, upload, snapshot }: Props) {
  const { t } = useTranslation('send')
  const [isOpen, setOpen] = useState(false)
  const rows = useMemo(() => files.filter((file) => !isFolderPath(file.path)), [files])
  const isWhole = snapshot.phase === 'complete'
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('eachFile')}</summary>
      {isOpen && (
        <VirtualList
          label={t('eachFile')}
          rows={rows}
          rowHeight={48}
          maxRows={4}
          keyOf={(file) => file.path}
          render={(file) => <Line file={file} sentBytes={isWhole ? file.size : upload.fileSentBytes(file.path)} />}
        />
      )}
    </details>
  )
}

function Line({ file, sentBytes }: { file: PickedFile; sentBytes: number }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const share = file.size > 0 ? Math.min(1, sentBytes / file.size) : 1
  return (
    <div className={classes.line}>
      <span className={classes.name} title={file.path}>
        {file.path}
      </span>
      <span className={classes.bytes}>
        {share === 1 ? format.bytes(file.size) : t('sent', { sent: format.bytes(sentBytes), total: format.bytes(file.size) })}
      </span>
      <span className={classes.bar}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  )
}
