/** A video message: seen before, recorded, looked at, recorded again, named (Q10). */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PickedFile, picked } from '../../lib/picked-file.ts'
import { posterOf } from '../../lib/video-poster.ts'
import { Dialog } from '../dialog.tsx'
import { letGo } from './record.ts'
import classes from './recording.module.css'
import { endingOf } from './recording-kinds.ts'
import { VideoReview } from './video-review.tsx'
import { VideoTake } from './video-take.tsx'

type Props = { maxSeconds: number; onRecorded: (file: PickedFile) => void; onClose: () => void }

export function VideoMessage({ maxSeconds, onRecorded, onClose }: Props) {
  const { t } = useTranslation('recording')
  const [taken, setTaken] = useState<Blob | null>(null)
  const [isTaking, setTaking] = useState(false)
  const [asksToLeave, setAsksToLeave] = useState(false)
  const stream = useRef<MediaStream | null>(null)
  useEffect(() => () => letGo(stream.current), [])
  const leave = () => (taken || isTaking ? setAsksToLeave(true) : onClose())

  async function use(stem: string) {
    if (!taken) return
    const name = `${stem}.${endingOf('video', taken.type)}`
    const file = new File([taken], name, { type: taken.type })
    await posterOf(file)
    onRecorded({ ...picked(name, file), media: 'video' })
  }
  return (
    <Dialog title={t('video')} onClose={leave} closeLabel={t('close')} size={720} focusesContent>
      <div className={classes.video}>
        {asksToLeave && (
          <div className={classes.question} role="alert">
            <p>{t('leaveQuestion')}</p>
            <p className={classes.buttons}>
              <Button color="red" h={44} onClick={onClose}>
                {t('discard')}
              </Button>
              <Button variant="default" h={44} onClick={() => setAsksToLeave(false)}>
                {t('goOn')}
              </Button>
            </p>
          </div>
        )}
        {taken ? (
          <VideoReview taken={taken} onUse={use} onAgain={() => setTaken(null)} />
        ) : (
          <VideoTake
            maxSeconds={maxSeconds}
            keep={stream}
            onBegun={() => setTaking(true)}
            onTaken={(blob) => {
              setTaking(false)
              setTaken(blob)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
