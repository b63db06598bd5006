/** How far each file is, on demand. */
import { createSpeed, type Speed } from '@sampan/client/upload/speed'
import type { Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { roundedSeconds } from '../../../product/sending/progress-time.ts'
import { useTimeLeft } from '../../../product/sending/sending-numbers.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
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
          rowHeight={66}
          maxRows={4}
          keyOf={(file) => file.path}
          render={(file) => (
            <Line file={file} sentBytes={isWhole ? file.size : upload.fileSentBytes(file.path)} snapshot={snapshot} />
          )}
        />
      )}
    </details>
  )
}

type LineProps = { file: PickedFile; sentBytes: number; snapshot: UploadSnapshot }

/** Only the rows in sight exist: each measures itself from when it came into sight. */
function Line({ file, sentBytes, snapshot }: LineProps) {
  const [speed] = useState(createSpeed)
  const [pace, setPace] = useState(unknownPace)
  const isMoving = snapshot.phase === 'sending' && sentBytes < file.size
  useEffect(() => {
    if (isMoving) speed.sample(performance.now(), sentBytes)
    else speed.restart()
    setPace(isMoving ? paceOf(speed, file.size - sentBytes) : unknownPace)
  }, [speed, snapshot, isMoving, sentBytes, file.size])
  return <FileLine file={file} sentBytes={sentBytes} pace={pace} />
}

type Pace = { bytesPerSecond: number | null; secondsLeft: number | null }
const unknownPace: Pace = { bytesPerSecond: null, secondsLeft: null }

/** The files of one upload take turns on the line: one that waits for its turn says nothing of speed. */
function paceOf(speed: Speed, bytesLeft: number): Pace {
  const seconds = speed.secondsLeft(bytesLeft)
  return { bytesPerSecond: speed.bytesPerSecond() || null, secondsLeft: seconds === null ? null : roundedSeconds(seconds) }
}

export function FileLine({ file, sentBytes, pace }: Omit<LineProps, 'snapshot'> & { pace: Pace }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const share = file.size > 0 ? Math.min(1, sentBytes / file.size) : 1
  const timeLeft = useTimeLeft(pace.secondsLeft)
  const total = format.bytes(file.size)
  const speed = pace.bytesPerSecond !== null && t('speed', { size: format.bytes(pace.bytesPerSecond) })
  const words = share === 1 ? [total] : [t('sent', { sent: format.bytes(sentBytes), total }), speed, timeLeft]
  return (
    <div className={classes.line}>
      <span className={classes.name} title={file.path}>
        {file.path}
      </span>
      {/* 100 is kept for what has arrived. */}
      <span className={classes.percent}>{t('percent', { percent: Math.floor(share * 100) })}</span>
      <span className={classes.bar}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className={classes.bytes}>{words.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
