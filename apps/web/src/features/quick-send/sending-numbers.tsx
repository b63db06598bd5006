/** Percent, bytes, speed and time left. */
import type { UploadSnapshot } from '@sampan/client/upload/upload'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { Shown } from './progress.ts'
import classes from './sending-step.module.css'
import type { Stage } from './use-sending.ts'

type Props = { stage: Stage; snapshot: UploadSnapshot; shown: Shown }

function useLine({ snapshot, shown }: Props): string {
  const { t } = useTranslation('send')
  const format = useFormat()
  const { sentBytes, totalBytes, bytesPerSecond, secondsLeft } = shown
  return [
    t('sent', { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) }),
    snapshot.phase === 'paused' && t('paused'),
    snapshot.phase === 'sending' && bytesPerSecond === null && t('warming'),
    snapshot.phase === 'sending' && bytesPerSecond !== null && t('speed', { size: format.bytes(bytesPerSecond) }),
    snapshot.phase === 'sending' && secondsLeft !== null && t('timeLeft', { time: format.duration(secondsLeft) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function SendingNumbers(props: Props) {
  const { t } = useTranslation('send')
  const { stage, snapshot, shown } = props
  const line = useLine(props)
  const words =
    stage === 'publishing' || snapshot.phase === 'complete' ? t('almostDone') : snapshot.phase === 'warming' ? t('warming') : ''
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
      <p className={classes.line}>{shown.totalBytes > 0 || snapshot.phase !== 'warming' ? line : ''}</p>
      <div aria-live="polite">{snapshot.warning && <p className={classes.warning}>{t(snapshot.warning)}</p>}</div>
      <span className="visually-hidden" aria-live="polite">
        {words || (snapshot.phase === 'paused' ? t('paused') : t('percent', { percent: shown.percent - (shown.percent % 25) }))}
      </span>
    </>
  )
}
