import type { MediaKind } from '@sampan/contract/states'
import { useLeaveWarning } from '../../lib/unsaved.ts'
import type { PickedFile } from '../files/picked-file.ts'
import { VideoMessage } from './video-message.tsx'
import { VoiceMemo } from './voice-memo.tsx'

type Props = {
  open: MediaKind | null
  files: readonly PickedFile[]
  voiceSeconds: number
  videoSeconds: number
  onAdd: (file: PickedFile) => void
  onRemove: (path: string) => void
  onClose: () => void
  onBusy: (isBusy: boolean) => void
}

export function Recorders({ open, files, voiceSeconds, videoSeconds, onAdd, onRemove, onClose, onBusy }: Props) {
  const voice = files.find(({ media }) => media === 'voice') ?? null
  // Nobody can choose it again: it is nowhere else.
  useLeaveWarning(files.some(({ media }) => media !== undefined))
  function add(file: PickedFile) {
    onAdd(file)
    onClose()
  }
  return (
    <>
      {(voice || open === 'voice') && (
        <VoiceMemo
          voice={voice}
          files={files}
          maxSeconds={voiceSeconds}
          onRecorded={(file) => {
            if (voice) onRemove(voice.path)
            add(file)
          }}
          onRemove={() => {
            if (voice) onRemove(voice.path)
            onClose()
          }}
          onClose={onClose}
          onBusy={onBusy}
        />
      )}
      {open === 'video' && <VideoMessage files={files} maxSeconds={videoSeconds} onRecorded={add} onClose={onClose} />}
    </>
  )
}
