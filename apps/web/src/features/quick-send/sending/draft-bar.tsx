/** On every other page, from the first byte on: how far the upload of what is not sent yet is, and the way back to it (Q25). */
import { Button } from '@mantine/core'
import { about } from '@sampan/texts/registry/about'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { useDraftCare } from './early-care.ts'
import { resumeDraft } from './running-uploads.ts'
import classes from './sending-bar.module.css'
import type { Draft } from './sending-state.ts'
import { Track } from './track.tsx'

export function DraftBar({ draft: { upload, fileCount, kept }, cardPath }: { draft: Draft; cardPath: string }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const language = useLanguage()
  // As on the card: the line as soon as it is back, and a warning before the page is left.
  useDraftCare()
  const snapshot = useSyncExternalStore(upload.subscribe, upload.snapshot, upload.snapshot)
  const { phase, sentBytes, totalBytes } = snapshot
  const percent = totalBytes > 0 ? Math.floor((sentBytes / totalBytes) * 100) : 0
  const isWhole = phase === 'ready' || phase === 'complete'
  const isPaused = phase === 'paused'
  const total = format.bytes(totalBytes)
  const line = isWhole ? t('earlyReady', { total }) : t('earlySent', { sent: format.bytes(sentBytes), total })
  return (
    <section className={classes.bar} aria-label={t('draftHere')}>
      <Track percent={percent} />
      <div className={classes.text}>
        <p className={classes.title}>{t('draftFiles', { count: fileCount })}</p>
        <p className={classes.line}>
          {[line, isPaused && t('paused'), phase === 'waiting' && t('reconnecting')].filter(Boolean).join(' · ')}
        </p>
        {kept && (
          <p className={classes.line} role="status">
            {[t('nobodyTold'), t(kept)].join(about[language].sentenceSpace)}
          </p>
        )}
      </div>
      <div className={classes.acts}>
        {/* What was cancelled goes on by Send, in the card. */}
        {!isWhole && !kept && (
          <Button variant="default" h={44} px={16} onClick={() => (isPaused ? void resumeDraft() : upload.pause())}>
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
        )}
        <Button component={Link} to={cardPath} variant="default" h={44} px={16}>
          {t('toDraft')}
        </Button>
      </div>
    </section>
  )
}
