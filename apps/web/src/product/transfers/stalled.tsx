/** An upload of which nothing comes any more: since when, how far it is, and the way to go on with it in this browser, whichever began it. */
import { dashSendPath } from '@sampan/contract/paths'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { momentText } from '../../lib/times.ts'
import classes from './stalled.module.css'

type Transfer = Pick<TransferRecord, 'slug' | 'title' | 'fileName' | 'totalBytes' | 'upload'>
type Props = {
  transfer: Transfer
  now: number
  /** The badge above has said the word. */
  isBelowBadge?: boolean
}

/** Where it goes on, how far it is. */
export function Stalled({ transfer, now, isBelowBadge = false }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const language = useLanguage()
  const { slug, title, fileName, totalBytes, upload } = transfer
  if (!upload) return null
  const sizes = { received: format.bytes(upload.receivedBytes), size: format.bytes(totalBytes) }
  if (!upload.stalledAt) return <span className={classes.stalled}>{t('uploadedSoFar', sizes)}</span>
  const facts = { when: momentText(upload.stalledAt, now, language), ...sizes }
  return (
    <span className={classes.stalled}>
      {t(isBelowBadge ? 'stalledSince' : 'stalledAt', facts)}{' '}
      {upload.isResumable ? (
        <Link
          className={classes.resume}
          to={dashSendPath}
          state={{ resume: upload.uploadId, sentAs: slug }}
          aria-label={t('resumeHereName', { name: title || fileName })}
        >
          {t('resumeHere')}
        </Link>
      ) : (
        t('stalledElsewhere')
      )}
    </span>
  )
}
