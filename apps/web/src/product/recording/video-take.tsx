/** The camera or the screen, seen as it will be recorded: counted in, recorded, paused, ended. */
import { Button } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/clock-text.ts'
import { useFormat } from '../../lib/format.ts'
import { takeFreeFocus } from '../../ui/free-focus.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { letGo, type Recording, record } from './record.ts'
import classes from './recording.module.css'
import { type Fault, faultOf } from './recording-kinds.ts'
import { useClock } from './use-clock.ts'
import { canRecordScreen, type Source, useStream } from './use-stream.ts'
import { withLength } from './with-length.ts'

type Props = {
  maxSeconds: number
  /** Whoever takes this away ends what is in it. */
  keep: RefObject<MediaStream | null>
  onTaking: (isTaking: boolean) => void
  onTaken: (taken: Taken) => void
}
export type Taken = { blob: Blob; seconds: number; isFull: boolean }

const countFrom = 3

export function VideoTake({ maxSeconds, keep, onTaking, onTaken }: Props) {
  const { t } = useTranslation('recording')
  const format = useFormat()
  const [source, setSource] = useState<Source>('camera')
  const { stream, fault, cameras, microphones, chosen, choose, fail, retry } = useStream(source, keep)
  const [count, setCount] = useState<number | null>(null)
  const [recording, setRecording] = useState<Recording | null>(null)
  const [isPaused, setPaused] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const ended = useRef<Recording | null>(null)
  const picture = useRef<HTMLVideoElement>(null)
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (picture.current) picture.current.srcObject = stream
    if (stream) takeFreeFocus(start.current)
  }, [stream])
  /** Nothing was taken. */
  function stop(why: Fault) {
    setCount(null)
    setBusy(false)
    onTaking(false)
    fail(why)
  }
  const begin = useEffectEvent((from: MediaStream) => {
    setCount(null)
    try {
      setRecording(record(from, 'video'))
    } catch (error) {
      stop(faultOf(error))
    }
  })
  useEffect(() => {
    if (count === null || !stream) return
    const timer = setTimeout(() => (count > 1 ? setCount(count - 1) : begin(stream)), 1000)
    return () => clearTimeout(timer)
  }, [count, stream])
  async function end(isFull = false) {
    if (!recording || ended.current === recording) return
    ended.current = recording
    setRecording(null)
    setPaused(false)
    setBusy(true)
    const recorded = await recording.end()
    letGo(stream)
    if (recorded.size === 0) return stop('empty')
    onTaken({ blob: await withLength(recorded), seconds: recording.lengthMs() / 1000, isFull })
  }
  const seconds = useClock(recording, maxSeconds, (isFull) => void end(isFull))
  // Unplugged, or sharing was ended by the browser's own button.
  const lose = useEffectEvent(() => (recording ? void end() : stop(source === 'screen' ? 'denied' : 'missing')))
  useEffect(() => {
    const [track] = stream?.getVideoTracks() ?? []
    const page = new AbortController()
    track?.addEventListener('ended', () => lose(), { signal: page.signal })
    return () => page.abort()
  }, [stream])

  const isWaiting = !recording && count === null && !isBusy
  return (
    <>
      {isWaiting && canRecordScreen() && (
        <Segmented
          label={t('source')}
          value={source}
          choices={[
            { value: 'camera', label: t('camera') },
            { value: 'screen', label: t('screen') },
          ]}
          onChoose={setSource}
        />
      )}
      {fault ? (
        <div className={classes.question} role="alert">
          <p>{t(`${source}_${fault}`)}</p>
          <Button variant="default" h={44} onClick={retry}>
            {t('tryAgain')}
          </Button>
        </div>
      ) : (
        <div className={classes.frame} data-source={source}>
          <video ref={picture} className={classes.picture} autoPlay playsInline muted />
          {count !== null && (
            <span className={classes.count} role="timer" aria-live="assertive">
              {format.number(count)}
            </span>
          )}
          {recording && (
            <span className={classes.clock} role="timer" data-paused={isPaused || undefined}>
              {`${clockText(seconds)} / ${clockText(maxSeconds)}`}
            </span>
          )}
        </div>
      )}
      {isWaiting && source === 'camera' && (
        <p className={classes.devices}>
          <Devices label={t('camera')} list={cameras} value={chosen.camera} onChange={(camera) => choose({ camera })} />
          <Devices
            label={t('microphone')}
            list={microphones}
            value={chosen.microphone}
            onChange={(microphone) => choose({ microphone })}
          />
        </p>
      )}
      <p className={classes.buttons}>
        {isWaiting && (
          <Button
            h={48}
            disabled={!stream}
            ref={start}
            onClick={() => {
              onTaking(true)
              setCount(countFrom)
            }}
          >
            {t('start')}
          </Button>
        )}
        {recording && (
          <>
            <Button ref={takeFreeFocus} h={48} onClick={() => void end()}>
              {t('stop')}
            </Button>
            <Button
              variant="default"
              h={48}
              onClick={() => {
                if (isPaused) recording.resume()
                else recording.pause()
                setPaused(!isPaused)
              }}
            >
              {t(isPaused ? 'resume' : 'pause')}
            </Button>
          </>
        )}
        {isBusy && <span className={classes.note}>{t('finishing')}</span>}
      </p>
      {isWaiting && (
        <p className={classes.note}>
          {stream || fault
            ? t('longest', { length: format.duration(maxSeconds) })
            : t(source === 'screen' ? 'askingScreen' : 'askingCamera')}
        </p>
      )}
    </>
  )
}

type DevicesProps = { label: string; list: readonly MediaDeviceInfo[]; value: string; onChange: (id: string) => void }

/** One has no choice. */
const Devices = ({ label, list, value, onChange }: DevicesProps) =>
  list.length > 1 && (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {list.map(({ deviceId, label: name }) => (
          <option key={deviceId} value={deviceId}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
