/** A video message: seen before, recorded, looked at, recorded again, named (Q10). */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { freePath } from '../../lib/free-path.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { takeFocus } from '../../ui/free-focus.ts'
import { type PickedFile, picked } from '../files/picked-file.ts'
import { posterOf } from '../files/video-poster.ts'
import { letGo } from './record.ts'
import classes from './recording.module.css'
import { endingOf } from './recording-kinds.ts'
import { VideoReview } from './video-review.tsx'
import { type Taken, VideoTake } from './video-take.tsx'

type Props = {
  files: readonly PickedFile[]
  maxSeconds: number
  onRecorded: (file: PickedFile) => void
  onClose: () => void
}

export function VideoMessage({ files, maxSeconds, onRecorded, onClose }: Props) {
  const { t } = useTranslation('recording')
  const [taken, setTaken] = useState<Taken | null>(null)
  const [isTaking, setTaking] = useState(false)
  const [asksToLeave, setAsksToLeave] = useState(false)
  const stream = useRef<MediaStream | null>(null)
  useEffect(() => () => letGo(stream.current), [])
  const isLost = taken !== null || isTaking
  useUnsaved(isLost)
  const leave = () => (isLost ? setAsksToLeave(true) : onClose())

  async function use(stem: string) {
    if (!taken) return
    const { blob, seconds } = taken
    // One of the same name would be taken for the same file.
    const name = freePath(`${stem}.${endingOf('video', blob.type)}`, new Set(files.map(({ path }) => path)))
    const file = new File([blob], name, { type: blob.type })
    await posterOf(file)
    onRecorded({ ...picked(name, file), media: 'video', seconds })
  }
  return (
    <Dialog title={t('video')} onClose={leave} closeLabel={t('close')} size={720}>
      <div className={classes.video}>
        {asksToLeave && (
          <div className={classes.question} role="alert">
            <p>{t('leaveQuestion')}</p>
            <p className={classes.buttons}>
              <Button color="red" h={44} onClick={onClose}>
                {t('discard')}
              </Button>
              <Button ref={takeFocus} variant="default" h={44} onClick={() => setAsksToLeave(false)}>
                {t('goOn')}
              </Button>
            </p>
          </div>
        )}
        {taken ? (
          <VideoReview taken={taken} maxSeconds={maxSeconds} onUse={use} onAgain={() => setTaken(null)} />
        ) : (
          <VideoTake
            maxSeconds={maxSeconds}
            keep={stream}
            onTaking={setTaking}
            onTaken={(next) => {
              setTaking(false)
              setTaken(next)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
