/** The upload of a draft has what one has after Send: the line as soon as it is back, a screen that stays awake, a warning before it is left. */
import type { Upload } from '@sampan/client/upload/upload'
import { useSyncExternalStore } from 'react'
import { useLeaveWarning } from '../../../lib/unsaved.ts'
import { nextSilence, noSilence } from '../../../product/sending/progress-silence.ts'
import { useWakeLock } from '../../../product/sending/progress-wake-lock.ts'
import { useReconnecting, useShown } from '../../../product/sending/upload-hooks.ts'
import { draftUpload, onDraftUpload } from './draft-line.ts'

export function useDraftCare() {
  const upload = useSyncExternalStore<Upload | null>(onDraftUpload, draftUpload, () => null)
  const { snapshot, shown } = useShown(upload, noSilence, nextSilence)
  const isMoving = upload !== null && (snapshot.phase === 'sending' || snapshot.phase === 'resuming')
  useReconnecting(upload)
  useWakeLock(isMoving)
  useLeaveWarning(isMoving)
  return { upload, snapshot: upload && snapshot, silentSeconds: shown.silentSeconds }
}
