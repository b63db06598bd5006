/** From Send until everything has arrived: submits at once, and waits for the last byte. */
import { Button } from '@mantine/core'
import { systemClock } from '@sampan/client/clock'
import { createSending } from '@sampan/client/sending/run-sending'
import { mayBePublished, stageOf } from '@sampan/client/sending/sending'
import type { Upload } from '@sampan/client/upload/upload'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../../lib/use-title.ts'
import { CancelQuestion } from '../../product/sending/cancel-question.tsx'
import { nextShown, nothingShown } from '../../product/sending/progress.ts'
import { ProgressScene } from '../../product/sending/progress-scene.tsx'
import { useWakeLock } from '../../product/sending/progress-wake-lock.ts'
import { SendingFailed } from '../../product/sending/sending-failed.tsx'
import { SendingNumbers } from '../../product/sending/sending-numbers.tsx'
import { useShown } from '../../product/sending/upload-hooks.ts'
import { FileLines } from './file-lines.tsx'
import type { Picking } from './picking.ts'
import type { Contact, RequestAddress, Submitted } from './queries.ts'
import classes from './request-page.module.css'
import { submittingActs } from './submitting.ts'

type Props = {
  address: RequestAddress
  upload: Upload
  contact: Contact
  picking: Picking
  /** An earlier visit has pressed Send. */
  isSubmitted: boolean
  onSubmitted: (mayBeSubmitted: boolean) => void
  onDone: (submitted: Submitted) => void
  /** Its sender stops it; the server may have it all the same. */
  onStop: (mayBeSubmitted: boolean) => void
}

export function Sending({ address, upload, contact, picking, isSubmitted, onSubmitted, onDone, onStop }: Props) {
  const { t } = useTranslation('request')
  const send = useTranslation('send').t
  const [tries, setTries] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const [sending] = useState(() => createSending<Submitted>(systemClock, isSubmitted))
  const state = useSyncExternalStore(sending.subscribe, sending.state, sending.state)
  const { failure } = state
  const { snapshot, shown } = useShown(upload, nothingShown, nextShown)
  const { phase } = snapshot
  const stage = stageOf(state)
  const mayBeSubmitted = mayBePublished(state)
  useTitle(send('tabTitle', { percent: shown.percent }))
  useWakeLock(failure === null && phase !== 'paused')
  const tell = useEffectEvent(onSubmitted)
  useEffect(() => {
    tell(mayBeSubmitted)
  }, [mayBeSubmitted])
  const run = useEffectEvent(async (signal: AbortSignal) => {
    upload.seal()
    const submitted = await sending.run(submittingActs({ address, upload, contact, picking }), signal)
    if (!signal.aborted) onDone(submitted)
  })
  // One run for each try: what the page is given meanwhile begins none.
  useEffect(() => {
    const page = new AbortController()
    // What fails is of the sending's state.
    run(page.signal).catch(() => {})
    return () => page.abort()
  }, [tries])
  const isPaused = phase === 'paused'
  return (
    <section className={classes.sending} aria-labelledby="sending">
      <div>
        <h2 id="sending">{t('sendingTitle')}</h2>
        <p className={classes.note}>{t('sendingText')}</p>
        {failure ? (
          <SendingFailed failure={failure} />
        ) : (
          <SendingNumbers {...{ stage, snapshot, shown }} inDashboard={false} onReconnect={upload.reconnect} />
        )}
      </div>
      <ProgressScene
        percent={shown.percent}
        isResting={isPaused || phase === 'waiting' || failure !== null}
        label={send('uploaded')}
      />
      {isAsking ? (
        <CancelQuestion kept={t('stopKept')} onYes={() => onStop(mayBeSubmitted)} onNo={() => setAsking(false)} />
      ) : (
        <div className={classes.sendingButtons}>
          <Button variant="default" h={48} disabled={stage === 'publishing' && !failure} onClick={() => setAsking(true)}>
            {send('cancel')}
          </Button>
          {failure ? (
            <Button h={48} onClick={() => setTries(tries + 1)}>
              {t('retry')}
            </Button>
          ) : (
            <Button
              variant={isPaused ? 'filled' : 'default'}
              h={48}
              disabled={stage === 'publishing'}
              onClick={isPaused ? upload.resume : upload.pause}
            >
              {t(isPaused ? 'resume' : 'pause')}
            </Button>
          )}
        </div>
      )}
      <div>
        <FileLines files={picking.placed.map(({ file }) => file)} upload={upload} />
      </div>
    </section>
  )
}
