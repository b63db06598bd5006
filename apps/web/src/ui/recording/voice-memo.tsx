/** A voice memo: spoken, heard, spoken again (Q9). */
import { Button } from '@mantine/core'
import { Mic, Square, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/clock-text.ts'
import { type PickedFile, picked } from '../../lib/picked-file.ts'
import { VoicePlayer } from '../voice-player.tsx'
import { beep } from './beep.ts'
import { LevelMeter } from './level-meter.tsx'
import { letGo, type Recording, record } from './record.ts'
import classes from './recording.module.css'
import { endingOf, type Fault, faultOf, stemOf } from './recording-kinds.ts'
import { useClock } from './use-clock.ts'
import { withLength } from './with-length.ts'

type Props = {
  /** What was recorded before. */
  voice: PickedFile | null
  maxSeconds: number
  onRecorded: (file: PickedFile) => void
  onRemove: () => void
  /** Nothing was recorded. */
  onClose: () => void
}
type Running = { stream: MediaStream; recording: Recording }

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function VoiceMemo({ voice, maxSeconds, onRecorded, onRemove, onClose }: Props) {
  const { t } = useTranslation('recording')
  const [running, setRunning] = useState<Running | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isFull, setFull] = useState(false)
  const latest = useRef<Running | null>(null)
  latest.current = running
  const begun = useRef(false)
  useEffect(() => () => letGo(latest.current?.stream ?? null), [])

  async function begin() {
    setFault(null)
    setFull(false)
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      await beep(880)
      setRunning({ stream, recording: record(stream, 'voice') })
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  async function end() {
    const ended = latest.current
    if (!ended) return
    setRunning(null)
    setBusy(true)
    const recorded = await ended.recording.end()
    letGo(ended.stream)
    await beep(660)
    const blob = await withLength(recorded)
    const name = `${stemOf('voice', Date.now())}.${endingOf('voice', blob.type)}`
    setBusy(false)
    onRecorded({ ...picked(name, new File([blob], name, { type: blob.type })), media: 'voice' })
  }
  useEffect(() => {
    if (voice || begun.current) return
    begun.current = true
    void begin()
  }, [voice])
  const seconds = useClock(running?.recording ?? null, maxSeconds, () => {
    setFull(true)
    void end()
  })

  if (running)
    return (
      <section className={classes.memo} aria-label={t('voice')}>
        <span className={classes.dot} aria-hidden="true" />
        <span className={classes.time} role="timer">
          {`${clockText(seconds)} / ${clockText(maxSeconds)}`}
        </span>
        <LevelMeter stream={running.stream} label={t('level')} />
        <Button h={44} leftSection={<Square {...icon} />} onClick={() => void end()} data-autofocus>
          {t('stop')}
        </Button>
      </section>
    )
  return (
    <div className={classes.memoBox}>
      {fault && (
        <p className={classes.fault} role="alert">
          {t(`voice_${fault}`)}
        </p>
      )}
      {isFull && <p className={classes.note}>{t('full', { length: clockText(maxSeconds) })}</p>}
      {voice && <OwnPlayer file={voice} />}
      {isBusy && <p className={classes.note}>{t('finishing')}</p>}
      <p className={classes.buttons}>
        {(voice || fault) && (
          <Button variant="default" h={40} leftSection={<Mic {...icon} />} onClick={() => void begin()}>
            {t(voice ? 'again' : 'tryAgain')}
          </Button>
        )}
        {voice && (
          <Button variant="subtle" h={40} leftSection={<Trash2 {...icon} />} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
        {fault && !voice && (
          <Button variant="subtle" h={40} onClick={onClose}>
            {t('without')}
          </Button>
        )}
      </p>
    </div>
  )
}

function OwnPlayer({ file }: { file: PickedFile }) {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file.blob)
    setSrc(made)
    return () => URL.revokeObjectURL(made)
  }, [file.blob])
  return src && <VoicePlayer src={src} sound={file.blob} name={file.path} />
}
