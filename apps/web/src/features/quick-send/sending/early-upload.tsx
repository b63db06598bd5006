/** The upload that begins at the drop (Q21): follows the draft, and says under the files how far it is. Never in anybody's way. */

import type { UploadSnapshot } from '@sampan/client/upload/upload'
import { openBytesPerBrowser } from '@sampan/contract/limits'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { about } from '@sampan/texts/registry/about'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { LineButton, ReconnectButton } from '../../../product/sending/line-button.tsx'
import { ProblemLine } from '../card/problem-line.tsx'
import type { Form } from '../form/form.ts'
import { useDraftCare } from './early-care.ts'
import { useFollowing } from './early-following.ts'
import { reportLocked } from './early-locked.ts'
import type { Early } from './early-rules.ts'
import classes from './early-upload.module.css'
import { resumeDraft } from './running-uploads.ts'

type Shown = { early: Early; snapshot: UploadSnapshot | null; form: Form }

function useSentences({ early, snapshot, form }: Shown): string[] | null {
  const { t } = useTranslation('send')
  const format = useFormat()
  const total = format.bytes(totalBytes(form.files))
  if (early === 'queued' && snapshot?.phase !== 'ready') return [t('earlyQueued')]
  if (early === 'waits' && !snapshot) return [t('earlyWaits')]
  // What has failed is tried again by Send, or with the next file: nothing is on its way.
  if (early === 'held' || snapshot?.phase === 'failed') return null
  // Said at once, so that nothing below moves while the server makes room for it.
  if (!snapshot) return [t('earlySent', { sent: format.bytes(0), total })]
  if (snapshot.held?.code === 'tooMuchUnverified') return [t('earlyUnverified', { size: format.bytes(openBytesPerBrowser) })]
  const sent = t('earlySent', { sent: format.bytes(snapshot.sentBytes), total })
  if (snapshot.phase === 'paused') return [sent, t('earlyPaused')]
  if (snapshot.phase === 'waiting') return [sent, t('earlyOffline')]
  if (snapshot.phase === 'ready' || snapshot.phase === 'complete') return [t('earlyReady', { total })]
  return [sent]
}

/** Null: nothing is on its way. */
function shareSent(early: Early, snapshot: UploadSnapshot | null): number | null {
  if (!snapshot) return early === 'flows' ? 0 : null
  return snapshot.totalBytes > 0 ? Math.min(1, snapshot.sentBytes / snapshot.totalBytes) : null
}

type Care = ReturnType<typeof useDraftCare>

/** How long nothing has come, and what can be done by hand. */
function Acts({ upload, snapshot, silentSeconds }: Care) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const phase = snapshot?.phase
  if (!upload || !phase || !['sending', 'resuming', 'waiting', 'paused'].includes(phase)) return null
  const isSilent = silentSeconds !== null
  return (
    <p className={classes.acts}>
      {isSilent && <span>{t('silent', { time: format.duration(silentSeconds) })}</span>}
      {(isSilent || phase === 'waiting') && <ReconnectButton onReconnect={upload.reconnect} />}
      {phase === 'paused' ? (
        <LineButton onPress={() => void resumeDraft()}>{t('resume')}</LineButton>
      ) : (
        <LineButton onPress={upload.pause}>{t('pause')}</LineButton>
      )}
    </p>
  )
}

export function EarlyUpload({ form }: { form: Form }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const early = useFollowing(form)
  const care = useDraftCare()
  const { snapshot } = care
  const sentences = useSentences({ early, snapshot, form })
  const lockedFile = snapshot?.warning === 'fileLocked' || snapshot?.phase === 'failed' ? snapshot.lockedFile : null
  useEffect(() => reportLocked(lockedFile), [lockedFile])
  useEffect(() => () => reportLocked(null), [])
  if (form.files.length === 0 || sentences === null) return null
  const [first, ...others] = sentences
  const refusal = snapshot?.held && snapshot.held.code !== 'tooMuchUnverified' ? snapshot.held : null
  const share = shareSent(early, snapshot)
  // Its notice says how it goes on: with Send.
  const isCancelled = form.notices.some(({ kind }) => kind === 'cancelled' || kind === 'cancelledUnverified')
  return (
    <div className={classes.early} data-early>
      {share !== null && (
        <span className={classes.track} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <div className={classes.line}>
        <details>
          <summary>{first}</summary>
          <p>{t('earlyNotShared')}</p>
        </details>
        {early !== 'queued' && !isCancelled && <Acts {...care} />}
      </div>
      {others.length > 0 && <p>{others.join(about[language].sentenceSpace)}</p>}
      {refusal && (
        <p className={classes.refusal}>
          <ProblemLine problem={refusal} />
        </p>
      )}
    </div>
  )
}
