/** The ways to a voice memo and a video message; what records comes when somebody wants to. */
import type { MediaKind } from '@sampan/contract/states'
import { Mic, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import type { PickedFile } from '../../lib/picked-file.ts'
import classes from './record-line.module.css'

const chunk = lateChunk(() => import('./recorders.tsx'))
const loadTheirs = () => Promise.all([chunk.load(), loadTexts('recording'), loadTexts('player')])

type Props = {
  files: readonly PickedFile[]
  voiceSeconds: number
  videoSeconds: number
  onAdd: (file: PickedFile) => void
  onRemove: (path: string) => void
}

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

export function RecordLine({ files, onAdd, onRemove, ...limits }: Props) {
  const { t } = useTranslation('send')
  const [open, setOpen] = useState<MediaKind | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [Recorders, setRecorders] = useState(() => chunk.peek()?.Recorders)
  const voice = files.find(({ media }) => media === 'voice') ?? null
  const isWanted = open !== null || voice !== null
  useEffect(() => {
    if (!isWanted || Recorders) return
    loadTheirs().then(
      ([loaded]) => setRecorders(() => loaded.Recorders),
      () => {
        setFailed(true)
        setOpen(null)
      },
    )
  }, [isWanted, Recorders])
  const begin = (kind: MediaKind) => {
    setFailed(false)
    setOpen(kind)
  }
  return (
    <div className={classes.line}>
      <p className={classes.buttons}>
        {!voice && open !== 'voice' && (
          <button type="button" onClick={() => begin('voice')}>
            <Mic {...icon} />
            {t('recordVoice')}
          </button>
        )}
        <button type="button" onClick={() => begin('video')}>
          <Video {...icon} />
          {t('recordVideo')}
        </button>
      </p>
      {hasFailed && (
        <p className={classes.failed} role="alert">
          {t('chunkFailed')}
        </p>
      )}
      {isWanted && Recorders && (
        <Recorders
          {...limits}
          open={open}
          voice={voice}
          onVoice={(file) => {
            if (voice) onRemove(voice.path)
            onAdd(file)
            setOpen(null)
          }}
          onVideo={(file) => {
            onAdd(file)
            setOpen(null)
          }}
          onRemove={() => {
            if (voice) onRemove(voice.path)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
