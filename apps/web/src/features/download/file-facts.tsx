/** What stands under a file's name: its size, what a scanner says, how far it is here, whether it is on its way to the visitor. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { shownName } from '../../lib/safe-text.ts'
import type { Received } from './arrival.ts'
import { isBegun, useBegun } from './begun.ts'
import classes from './file-facts.module.css'
import { ScanMark } from './scan-mark.tsx'

/** `showsPath`: those that stand without their folders say where they are from. */
type Props = { file: PublicFile; slug: string; received: Received; showsPath: boolean }

export function FileFacts({ file, slug, received, showsPath }: Props) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const begun = useBegun(slug)
  const folder = showsPath ? shownName(file.path.split('/').slice(0, -1).join(' / ')) : ''
  return (
    <>
      {format.bytes(file.size)}
      {file.scan && (
        <>
          {' · '}
          <ScanMark scan={file.scan} />
        </>
      )}
      {received && !file.isBlocked && (
        <>
          {' · '}
          <Arriving size={file.size} received={received.get(file.fileId) ?? 0} />
        </>
      )}
      {isBegun(begun, file.fileId) && (
        <>
          {' · '}
          <span className={classes.ready}>{t('startedMark')}</span>
        </>
      )}
      {folder && (
        <>
          {' · '}
          <bdi>{folder}</bdi>
        </>
      )}
    </>
  )
}

function Arriving({ size, received }: { size: number; received: number }) {
  const { t } = useTranslation('download')
  if (received >= size) return <span className={classes.ready}>{t('ready')}</span>
  if (received === 0) return t('waiting')
  return t('arrivingPercent', { percent: Math.floor((received / size) * 100) })
}
