/** Percent, bytes, speed and time left; where nothing moves, for how long, and what can be done about it. */
import type { SendingStage } from '@sampan/client/sending/sending'
import type { UploadSnapshot, UploadWarning } from '@sampan/client/upload/upload'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { ReconnectButton } from './line-button.tsx'
import type { Shown } from './progress.ts'
import { useOnline } from './progress-online.ts'
import classes from './sending.module.css'

type Reported = { stage: SendingStage; snapshot: UploadSnapshot; shown: Shown; inDashboard: boolean }
type Props = Reported & { onReconnect: () => void }

/** "1 hour 20 minutes left". */
export function useTimeLeft(seconds: number | null): string | false {
  const { t } = useTranslation('send')
  const format = useFormat()
  if (seconds === null) return false
  const rest = seconds > 3600 && seconds < 86_400 ? seconds % 3600 : 0
  return t('timeLeft', {
    time: [seconds - rest, rest]
      .filter((part) => part > 0)
      .map(format.duration)
      .join(' '),
  })
}

/** How it moves: each phase says one thing. */
export function useMotion({ snapshot: { phase }, shown, inDashboard }: Reported): (string | false)[] {
  const { t } = useTranslation('send')
  const format = useFormat()
  const { bytesPerSecond, secondsLeft, silentSeconds } = shown
  const timeLeft = useTimeLeft(secondsLeft)
  const silent = silentSeconds !== null && t('silent', { time: format.duration(silentSeconds) })
  if (phase === 'paused') return [t('paused')]
  if (phase === 'waiting') return [t('reconnecting'), silent]
  if (phase !== 'sending') return [silent]
  if (silent || bytesPerSecond === 0) return [t('stalled'), silent]
  if (bytesPerSecond === null) return [!inDashboard && t('warming')]
  return [t('speed', { size: format.bytes(bytesPerSecond) }), timeLeft]
}

/** The dashboard's own word before the numbers, while they move. */
function useStatus({ snapshot: { phase }, shown, inDashboard }: Props): string | false {
  const { t } = useTranslation('send')
  const isMoving = phase === 'sending' && shown.silentSeconds === null && shown.bytesPerSecond !== 0
  return inDashboard && isMoving && t('transferring')
}

/** In place of the percent. */
export function useWords({ stage, snapshot: { phase }, inDashboard }: Reported): string {
  const { t } = useTranslation('send')
  if (stage === 'publishing' || phase === 'complete') return t('almostDone')
  if (phase === 'resuming') return t('resuming')
  if (phase !== 'warming') return ''
  return t(inDashboard ? 'gettingReady' : 'warming')
}

/** What is heard: nothing more often than a quarter of the way. */
function useAloud({ snapshot: { phase }, shown: { percent } }: Props): string {
  const { t } = useTranslation('send')
  if (phase === 'paused') return t('paused')
  return phase === 'waiting' ? t('reconnecting') : t('percent', { percent: percent - (percent % 25) })
}

type Warned = { warning: UploadWarning; lockedFile: string | null; isWaiting: boolean; onReconnect: () => void }

/** Which file it is stands beside: of thousands nobody could guess. That a device has no line is told apart from a silent server. */
function Warned({ warning, lockedFile, isWaiting, onReconnect }: Warned) {
  const { t } = useTranslation('send')
  const isOnline = useOnline()
  return (
    <div className={classes.warning}>
      <p>
        {t(warning === 'serverAway' && !isOnline ? 'lineAway' : warning)}
        {warning === 'fileLocked' && lockedFile && <b>{lockedFile}</b>}
      </p>
      {isWaiting && <ReconnectButton onReconnect={onReconnect} />}
    </div>
  )
}

export function SendingNumbers(props: Props) {
  const { stage, snapshot, shown, onReconnect } = props
  const status = useStatus(props)
  const motion = useMotion(props)
  const words = useWords(props)
  const aloud = useAloud(props)
  const { t } = useTranslation('send')
  const format = useFormat()
  const sent = t('sent', { sent: format.bytes(shown.sentBytes), total: format.bytes(shown.totalBytes) })
  const { warning, phase } = snapshot
  const isSilent = stage === 'uploading' && phase === 'sending' && shown.silentSeconds !== null
  return (
    <>
      {words ? (
        <p className={classes.words}>{words}</p>
      ) : (
        <p className={classes.percent} aria-hidden="true">
          {shown.percent}
          <small>%</small>
        </p>
      )}
      <p className={classes.line}>{shown.totalBytes > 0 ? [status, sent, ...motion].filter(Boolean).join(' · ') : ''}</p>
      {!warning && isSilent && <ReconnectButton onReconnect={onReconnect} />}
      <div aria-live="polite">
        {warning && (
          <Warned {...snapshot} warning={warning} isWaiting={phase === 'waiting' || isSilent} onReconnect={onReconnect} />
        )}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {words || aloud}
      </span>
    </>
  )
}
