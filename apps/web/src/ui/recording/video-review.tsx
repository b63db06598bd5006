/** What was taken, before it is used: looked at, named, or taken again. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../text-field.tsx'
import classes from './recording.module.css'
import { stemOf } from './recording-kinds.ts'

type Props = { taken: Blob; onUse: (stem: string) => Promise<void>; onAgain: () => void }

/** What no file may be called. */
const tidied = (text: string): string => text.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()

export function VideoReview({ taken, onUse, onAgain }: Props) {
  const { t } = useTranslation('recording')
  const [usual] = useState(() => stemOf('video', Date.now()))
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(taken)
    setSrc(made)
    return () => URL.revokeObjectURL(made)
  }, [taken])
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: whoever looks has just spoken it */}
      {src && <video className={classes.picture} src={src} controls playsInline data-autofocus />}
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
          h={44}
          loading={isBusy}
          onClick={() => {
            setBusy(true)
            void onUse(tidied(name) || usual)
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
