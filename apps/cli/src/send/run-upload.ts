/** An upload with what is told of it, and with a timeout. */
import { NetworkError } from '@sampan/client/network-error'
import type { Upload, UploadPhase, UploadSnapshot, UploadWarning } from '@sampan/client/upload/upload'
import type { Context } from '../context.ts'

/** Resolves when the plan is known; rejects with what ended the upload before. */
export function planOf(upload: Upload): Promise<NonNullable<ReturnType<Upload['plan']>>> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const plan = upload.plan()
      if (!plan) return
      leave()
      resolve(plan)
    }
    const leave = upload.subscribe(look)
    upload.done.catch(reject)
    look()
  })
}

/** Paused until it is published. */
const waitingPhases: readonly UploadPhase[] = ['waiting', 'warming', 'resuming', 'paused']

/** Watches until the upload ends; the answer ends the watching. */
export function follow({ show, giveUpMs, world }: Context, upload: Upload, giveUp: (error: Error) => void): () => void {
  let [movedAt, sentBytes] = [performance.now(), -1]
  let [reported, isResumeReported] = [null as UploadWarning | null, false]

  function reportWarning({ warning, lockedFile }: UploadSnapshot): void {
    if (warning === reported) return
    reported = warning
    show.event('warning', { warning, ...(lockedFile && { file: lockedFile }) })
    if (warning) show.note(warning, { name: lockedFile ?? '' })
    else show.note('goesOn')
  }
  function look(): void {
    const snapshot = upload.snapshot()
    if (snapshot.sentBytes !== sentBytes) [movedAt, sentBytes] = [performance.now(), snapshot.sentBytes]
    if (snapshot.resumedBytes > 0 && !isResumeReported) {
      isResumeReported = true
      show.event('resumed', { resumedBytes: snapshot.resumedBytes })
      show.note('resumingUpload', { size: show.size(snapshot.resumedBytes) })
    }
    reportWarning(snapshot)
    const { totalBytes, bytesPerSecond, secondsLeft } = snapshot
    if (snapshot.phase === 'sending') show.progress({ doneBytes: sentBytes, totalBytes, bytesPerSecond, secondsLeft })
    // A server that checks what it has is well.
    if (snapshot.warning === 'serverChecking') movedAt = performance.now()
    if (waitingPhases.includes(snapshot.phase) && performance.now() - movedAt > giveUpMs) {
      giveUp(new NetworkError('No answer'))
      upload.cancel()
    }
  }
  const leave = upload.subscribe(look)
  const timer = setInterval(look, 1000)
  const stop = () => upload.cancel()
  world.signal.addEventListener('abort', stop, { once: true })
  return () => {
    leave()
    clearInterval(timer)
    world.signal.removeEventListener('abort', stop)
    show.endProgress()
  }
}
