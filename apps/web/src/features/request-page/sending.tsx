/** From Send until everything has arrived: submits at once, and waits for the last byte. */
import { Button } from '@mantine/core'
import { systemClock } from '@sampan/client/clock'
import { createSending } from '@sampan/client/sending/run-sending'
import type { Upload } from '@sampan/client/upload/upload'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { Facts } from '../../ui/facts.tsx'
import { FileLines } from './file-lines.tsx'
import type { Picking } from './picking.ts'
import type { Contact, RequestAddress, Submitted } from './queries.ts'
import classes from './request-page.module.css'
import { submittingActs } from './submitting.ts'
import { useSnapshot } from './use-request-upload.ts'

type Props = {
  address: RequestAddress
  upload: Upload
  contact: Contact
  picking: Picking
  onDone: (submitted: Submitted) => void
  /** Nothing was submitted. */
  onBack: () => void
}

export function Sending({ address, upload, contact, picking, onDone, onBack }: Props) {
  const { t } = useTranslation('request')
  const problemText = useProblemText()
  const [tries, setTries] = useState(0)
  const [sending] = useState(() => createSending<Submitted>(systemClock))
  const { failure } = useSyncExternalStore(sending.subscribe, sending.state, sending.state)
  const send = useEffectEvent(async (signal: AbortSignal) => {
    upload.seal()
    const submitted = await sending.run(submittingActs({ address, upload, contact, picking }), signal)
    if (!signal.aborted) onDone(submitted)
  })
  // One run for each try: what the page is given meanwhile begins none.
  useEffect(() => {
    const page = new AbortController()
    // What fails is of the sending's state.
    send(page.signal).catch(() => {})
    return () => page.abort()
  }, [tries])
  return (
    <section className={classes.sending} aria-labelledby="sending">
      <h2 id="sending">{t('sendingTitle')}</h2>
      <p className={classes.note}>{t('sendingText')}</p>
      <Progress upload={upload} />
      <FileLines files={picking.placed.map(({ file }) => file)} upload={upload} />
      {failure && (
        <div className={classes.refused} role="alert">
          <p>{problemText(failure.error)}</p>
          <p className={classes.buttons}>
            <Button onClick={() => setTries(tries + 1)}>{t('retry')}</Button>
            <Button variant="default" onClick={onBack}>
              {t('photoCancel')}
            </Button>
          </p>
        </div>
      )}
    </section>
  )
}

function Progress({ upload }: { upload: Upload }) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const snapshot = useSnapshot(upload)!
  const { phase, sentBytes, totalBytes, bytesPerSecond, secondsLeft } = snapshot
  const percent = totalBytes > 0 ? Math.floor((sentBytes / totalBytes) * 100) : 100
  const isOver = phase === 'complete' || sentBytes >= totalBytes
  return (
    <>
      <progress className={classes.progress} value={percent} max={100} aria-label={t('sendingTitle')} />
      <div className={classes.progressLine}>
        <Facts className={classes.facts}>
          {isOver ? t('almost') : t('sent', { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) })}
          {phase === 'waiting' && t('offline')}
          {phase === 'paused' && t('paused')}
          {!isOver && bytesPerSecond !== null && t('perSecond', { speed: format.bytes(bytesPerSecond) })}
          {!isOver && secondsLeft !== null && t('timeLeft', { time: format.duration(secondsLeft) })}
        </Facts>
        {!isOver && (
          <button type="button" className={classes.lineButton} onClick={phase === 'paused' ? upload.resume : upload.pause}>
            {t(phase === 'paused' ? 'resume' : 'pause')}
          </button>
        )}
      </div>
    </>
  )
}
