/** The ways to a voice memo and a video message; what records comes when somebody wants to. */
import type { MediaKind } from '@sampan/contract/states'
import { Mic, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { takeFreeFocus } from '../../ui/free-focus.ts'
import type { PickedFile } from '../files/picked-file.ts'
import classes from './record-line.module.css'

const chunk = lateChunk(() => import('./recorders.tsx'))
const loadTheirs = () => Promise.all([chunk.load(), loadTexts('recording'), loadTexts('player')])

const both: readonly MediaKind[] = ['voice', 'video']

type Props = {
  files: readonly PickedFile[]
  /** Those that are taken here. */
  kinds?: readonly MediaKind[]
  voiceSeconds: number
  videoSeconds: number
  onAdd: (file: PickedFile) => void
  onRemove: (path: string) => void
  /** A memo is being recorded: nothing is sent before it is there. */
  onBusy: (isBusy: boolean) => void
}

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

export function RecordLine({ kinds = both, onBusy, ...recorded }: Props) {
  const { t } = useTranslation('send')
  const [open, setOpen] = useState<MediaKind | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [Recorders, setRecorders] = useState(() => chunk.peek()?.Recorders)
  const { files } = recorded
  const isWanted = open !== null || files.some(({ media }) => media)
  const hasMemo = open === 'voice' || files.some(({ media }) => media === 'voice')
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
  const wasOpen = useRef(false)
  const begin = (kind: MediaKind) => {
    wasOpen.current = true
    setFailed(false)
    setOpen(kind)
  }
  return (
    <div className={classes.line}>
      <p className={classes.buttons}>
        {kinds.includes('voice') && !hasMemo && (
          <button ref={wasOpen.current ? takeFreeFocus : null} type="button" onClick={() => begin('voice')}>
            <Mic {...icon} />
            {t('recordVoice')}
          </button>
        )}
        {kinds.includes('video') && (
          <button type="button" disabled={isBusy} onClick={() => begin('video')}>
            <Video {...icon} />
            {t('recordVideo')}
          </button>
        )}
      </p>
      {open && !Recorders && <Opening kind={open} onCancel={() => setOpen(null)} />}
      {hasFailed && (
        <p className={classes.failed} role="alert">
          {t('chunkFailed')}
        </p>
      )}
      {isWanted && Recorders && (
        <Recorders
          {...recorded}
          open={open}
          onClose={() => setOpen(null)}
          onBusy={(is) => {
            setBusy(is)
            onBusy(is)
          }}
        />
      )}
    </div>
  )
}

/** On a slow line what records takes a while, and nobody is asked before it is here. */
export function Opening({ kind, onCancel }: { kind: MediaKind; onCancel: () => void }) {
  const { t } = useTranslation('send')
  return (
    <div className={classes.opening}>
      <span role="status">{t(kind === 'voice' ? 'openingVoice' : 'openingVideo')}</span>
      <button ref={takeFreeFocus} type="button" onClick={onCancel}>
        {t('cancel')}
      </button>
    </div>
  )
}
