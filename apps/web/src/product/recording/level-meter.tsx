/** How loud it is, now: drawn past React, sixty times a second. */
import { useEffect, useRef } from 'react'
import classes from './recording.module.css'

export function LevelMeter({ stream, label }: { stream: MediaStream; label: string }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const context = new AudioContext()
    const analyser = new AnalyserNode(context, { fftSize: 512 })
    const source = stream.getAudioTracks().length ? context.createMediaStreamSource(stream) : null
    source?.connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let frame = 0
    const draw = () => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // Of full power, as ears tell it.
      bar.current?.style.setProperty('transform', `scaleX(${Math.min(1, Math.sqrt(power) * 4)})`)
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => {
      cancelAnimationFrame(frame)
      void context.close()
    }
  }, [stream])
  return (
    <span className={classes.meter} role="img" aria-label={label}>
      <i ref={bar} />
    </span>
  )
}
