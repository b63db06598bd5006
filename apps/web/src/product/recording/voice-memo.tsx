/** A voice memo: spoken, heard, spoken again (Q9). */
import { Button } from '@mantine/core'
import { Mic, Square, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/clock-text.ts'
import { useFormat } from '../../lib/format.ts'
import { freePath } from '../../lib/free-path.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { takeFreeFocus } from '../../ui/free-focus.ts'
import type { PickedFile } from '../files/picked-file.ts'
import { LevelMeter } from './level-meter.tsx'
import classes from './recording.module.css'
import { type Fault, memoTime } from './recording-kinds.ts'
import { useClock } from './use-clock.ts'
import { useVoice } from './use-voice.ts'
import { VoicePlayer } from './voice-player.tsx'

type Props = {
  /** What was recorded before. */
  voice: PickedFile | null
  files: readonly PickedFile[]
  maxSeconds: number
  onRecorded: (file: PickedFile) => void
  onRemove: () => void
  /** Nothing was recorded. */
  onClose: () => void
  /** Something is being recorded: sent now, the files would go without it. */
  onBusy: (isBusy: boolean) => void
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function VoiceMemo({ voice, files, maxSeconds, onRecorded, onRemove, onClose, onBusy }: Props) {
  const { t } = useTranslation('recording')
  const format = useFormat()
  const [isFull, setFull] = useState(false)
  const language = useLanguage()
  // One of the same name would be taken for the same file, also that of the memo whose place it takes.
  const nameOf = (ending: string) =>
    freePath(`${t('memoName', { time: memoTime(new Date(), language) })}.${ending}`, new Set(files.map(({ path }) => path)))
  const { step, running, fault, begin, giveUp, end } = useVoice(onRecorded, nameOf, voice ? 'resting' : 'asking')
  const isRecording = step === 'recording' || step === 'finishing'
  const hasBegun = useRef(false)
  function start() {
    hasBegun.current = true
    setFull(false)
    void begin()
  }
  const startAtFirst = useEffectEvent(() => {
    if (!voice && !hasBegun.current) start()
  })
  useEffect(() => startAtFirst(), [])
  useUnsaved(isRecording)
  const tellBusy = useEffectEvent(onBusy)
  useEffect(() => {
    if (!isRecording) return
    tellBusy(true)
    return () => tellBusy(false)
  }, [isRecording])
  const seconds = useClock(running?.recording ?? null, maxSeconds, (isAsLongAsMayBe) => {
    setFull(isAsLongAsMayBe)
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
        <Button ref={takeFreeFocus} h={44} leftSection={<Square {...icon} />} onClick={() => void end()}>
          {t('stop')}
        </Button>
      </section>
    )
  return (
    <div className={classes.memoBox}>
      <Said fault={fault} />
      {isFull && (
        <p className={classes.note} role="status">
          {t('full', { length: format.duration(maxSeconds) })}
        </p>
      )}
      {step === 'asking' && (
        <p className={classes.buttons}>
          <span className={classes.note} role="status">
            {t('askingVoice')}
          </span>
          <Button
            ref={takeFreeFocus}
            variant="default"
            h={44}
            onClick={() => {
              giveUp()
              if (!voice) onClose()
            }}
          >
            {t('cancel')}
          </Button>
        </p>
      )}
      {step === 'finishing' && <p className={classes.note}>{t('finishing')}</p>}
      {voice && step !== 'finishing' && <OwnPlayer file={voice} />}
      {step === 'resting' && (
        <p className={classes.buttons}>
          {(voice || fault) && (
            <Button
              ref={hasBegun.current ? takeFreeFocus : null}
              variant="default"
              h={44}
              leftSection={<Mic {...icon} />}
              onClick={start}
            >
              {t(voice ? 'again' : 'tryAgain')}
            </Button>
          )}
          {voice && (
            <Button variant="subtle" h={44} leftSection={<Trash2 {...icon} />} onClick={onRemove}>
              {t('remove')}
            </Button>
          )}
          {fault && !voice && (
            <Button variant="subtle" h={44} onClick={onClose}>
              {t('without')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

function Said({ fault }: { fault: Fault | null }) {
  const { t } = useTranslation('recording')
  return (
    fault && (
      <p className={classes.fault} role="alert">
        {t(`voice_${fault}`)}
      </p>
    )
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
