import type { MediaKind } from '@sampan/contract/states'
import type { PickedFile } from '../../lib/picked-file.ts'
import { VideoMessage } from './video-message.tsx'
import { VoiceMemo } from './voice-memo.tsx'

type Props = {
  open: MediaKind | null
  voice: PickedFile | null
  voiceSeconds: number
  videoSeconds: number
  onVoice: (file: PickedFile) => void
  onVideo: (file: PickedFile) => void
  onRemove: () => void
  onClose: () => void
}

export const Recorders = ({ open, voice, voiceSeconds, videoSeconds, onVoice, onVideo, onRemove, onClose }: Props) => (
  <>
    {(voice || open === 'voice') && (
      <VoiceMemo voice={voice} maxSeconds={voiceSeconds} onRecorded={onVoice} onRemove={onRemove} onClose={onClose} />
    )}
    {open === 'video' && <VideoMessage maxSeconds={videoSeconds} onRecorded={onVideo} onClose={onClose} />}
  </>
)
