/** What was taken, before it is used: looked at, named, or taken again. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { takeFreeFocus } from '../../ui/free-focus.ts'
import { TextField } from '../../ui/text-field.tsx'
import classes from './recording.module.css'
import { tidyStem, videoStem } from './recording-kinds.ts'
import type { Taken } from './video-take.tsx'

type Props = { taken: Taken; maxSeconds: number; onUse: (stem: string) => Promise<void>; onAgain: () => void }

export function VideoReview({ taken, maxSeconds, onUse, onAgain }: Props) {
  const { t } = useTranslation('recording')
  const format = useFormat()
  const [usual] = useState(() => videoStem(Date.now()))
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(taken.blob)
    setSrc(made)
    return () => URL.revokeObjectURL(made)
  }, [taken])
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: whoever looks has just spoken it */}
      {src && <video className={classes.picture} src={src} controls playsInline />}
      {taken.isFull && (
        <p className={classes.note} role="status">
          {t('full', { length: format.duration(maxSeconds) })}
        </p>
      )}
      <TextField
        label={t('name')}
        name="recordingName"
        maxLength={120}
        placeholder={usual}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <p className={classes.buttons}>
        <Button
          ref={takeFreeFocus}
          h={44}
          loading={isBusy}
          onClick={() => {
            setBusy(true)
            void onUse(tidyStem(name) || usual)
          }}
        >
          {t('use')}
        </Button>
        <Button variant="default" h={44} onClick={onAgain}>
          {t('again')}
        </Button>
      </p>
    </>
  )
}
