/** One recorded sound: played, sought in, and seen as a waveform. */
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/clock-text.ts'
import { useOnce } from '../../lib/use-once.ts'
import classes from './voice-player.module.css'
import { type Waveform, waveformOf } from './waveform.ts'

type Props = {
  /** An address; with `sound` that of the blob. */
  src: string
  /** Where it is here already: no page may fetch the address of a blob. */
  sound?: Blob
  name: string
  /** It is heard for the first time. */
  onFirstPlay?: (() => void) | undefined
  /** How long it is, as soon as that is known. */
  onLength?: (seconds: number) => void
}

export function VoicePlayer({ src, sound, name, onFirstPlay, onLength }: Props) {
  const { t } = useTranslation('player')
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const [atSeconds, setAt] = useState(0)
  const [told, setTold] = useState(0)
  const wave = useWaveform(sound ?? src)
  const tellPlayed = useOnce(onFirstPlay)
  // A recording that was broken off does not say how long it is.
  const lengthSeconds = Number.isFinite(told) && told > 0 ? told : (wave?.seconds ?? 0)
  useEffect(() => {
    if (lengthSeconds > 0) onLength?.(lengthSeconds)
  }, [lengthSeconds, onLength])
  // What cannot be played says so itself; a play that was paused at once is no fault.
  const toggle = () => (isPlaying ? audio.current?.pause() : void audio.current?.play().catch(() => {}))
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds
    setAt(seconds)
  }
  if (isBroken) return <p className={classes.broken}>{t('broken')}</p>
  return (
    <section className={classes.player} aria-label={name}>
      {/* biome-ignore lint/a11y/useMediaCaption: somebody has spoken it into their own computer */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => {
          setPlaying(true)
          tellPlayed()
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget }) => setTold(currentTarget.duration)}
        onError={() => setBroken(true)}
      />
      <button type="button" className={classes.button} onClick={toggle} aria-label={t(isPlaying ? 'pause' : 'play')}>
        {isPlaying ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
      </button>
      <Line wave={wave} at={Math.min(atSeconds, lengthSeconds)} length={lengthSeconds} label={t('place')} onSeek={seek} />
      <span className={classes.time}>
        {[atSeconds, lengthSeconds]
          .slice(0, lengthSeconds > 0 ? 2 : 1)
          .map(clockText)
          .join(' / ')}
      </span>
    </section>
  )
}

function useWaveform(sound: string | Blob): Waveform | null {
  const [wave, setWave] = useState<Waveform | null>(null)
  useEffect(() => {
    const page = new AbortController()
    setWave(null)
    waveformOf(sound, page.signal).then(
      (found) => page.signal.aborted || setWave(found),
      // A plain line does as well.
      () => {},
    )
    return () => page.abort()
  }, [sound])
  return wave
}

type LineProps = { wave: Waveform | null; at: number; length: number; label: string; onSeek: (seconds: number) => void }

function Line({ wave, at, length, label, onSeek }: LineProps) {
  const { t } = useTranslation('player')
  const part = length > 0 ? at / length : 0
  return (
    <span className={classes.line}>
      {wave ? (
        <span className={classes.wave} aria-hidden="true">
          {wave.peaks.map((peak, n) => (
            <i
              key={String(n)}
              data-heard={(n + 0.5) / wave.peaks.length <= part || undefined}
              style={{ height: `${Math.max(8, peak * 100)}%` }}
            />
          ))}
        </span>
      ) : (
        <span className={classes.bar} aria-hidden="true">
          <i style={{ width: `${part * 100}%` }} />
        </span>
      )}
      <input
        type="range"
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={at}
        aria-label={label}
        aria-valuetext={t('of', { at: clockText(at), length: clockText(length) })}
        onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
      />
    </span>
  )
}
