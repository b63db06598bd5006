/** The camera or the screen, seen as it will be recorded: counted in, recorded, paused, ended. */
import { Button } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/clock-text.ts'
import { useFormat } from '../../lib/format.ts'
import { Segmented } from '../segmented.tsx'
import { letGo, type Recording, record } from './record.ts'
import classes from './recording.module.css'
import { useClock } from './use-clock.ts'
import { canRecordScreen, type Source, useStream } from './use-stream.ts'
import { withLength } from './with-length.ts'

type Props = {
  maxSeconds: number
  /** Whoever takes this away ends what is in it. */
  keep: RefObject<MediaStream | null>
  onBegun: () => void
  onTaken: (blob: Blob) => void
}

const countFrom = 3

export function VideoTake({ maxSeconds, keep, onBegun, onTaken }: Props) {
  const { t } = useTranslation('recording')
  const format = useFormat()
  const [source, setSource] = useState<Source>('camera')
  const { stream, fault, cameras, microphones, chosen, choose, retry } = useStream(source, keep)
  const [count, setCount] = useState<number | null>(null)
  const [recording, setRecording] = useState<Recording | null>(null)
  const [isPaused, setPaused] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const picture = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (picture.current) picture.current.srcObject = stream
  }, [stream])
  useEffect(() => {
    if (count === null || !stream) return
    const timer = setTimeout(() => {
      if (count > 1) return setCount(count - 1)
      setCount(null)
      setRecording(record(stream, 'video'))
    }, 1000)
    return () => clearTimeout(timer)
  }, [count, stream])

  async function end() {
    if (!recording) return
    setRecording(null)
    setBusy(true)
    const blob = await recording.end()
    letGo(stream)
    onTaken(await withLength(blob))
  }
  const seconds = useClock(recording, maxSeconds, () => void end())
  // Sharing was ended by the browser's own button.
  useEffect(() => {
    const [track] = stream?.getVideoTracks() ?? []
    if (!track || !recording) return
    const page = new AbortController()
    track.addEventListener('ended', () => void end(), { signal: page.signal })
    return () => page.abort()
  }, [stream, recording])

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
            <span className={classes.count} role="timer">
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
            data-autofocus
            onClick={() => {
              onBegun()
              setCount(countFrom)
            }}
          >
            {t('start')}
          </Button>
        )}
        {recording && (
          <>
            <Button h={48} onClick={() => void end()} data-autofocus>
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
      {isWaiting && <p className={classes.note}>{t('longest', { length: clockText(maxSeconds) })}</p>}
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
