/** The upload engine: one attempt to bring a set of files to the server, with pause, resume and honest progress. */
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { discardOnServer } from './discard.ts'
import {
  finish,
  heldOf,
  hurry,
  isSettled,
  move,
  newRunningUpload,
  proceed,
  type RunningUpload,
  reconnect,
  startParts,
  type UploadOptions,
} from './run-upload.ts'
import type { Upload } from './upload.ts'

/** Starts at once. */
export function startUpload(options: UploadOptions): Upload {
  const upload = newRunningUpload(options)
  const done = upload.finished.wait()
  // Whoever only watches the snapshot must not be punished for not waiting.
  done.catch(() => {})
  proceed(upload)
  upload.beat.start()
  return {
    subscribe: upload.publisher.subscribe,
    snapshot: upload.publisher.snapshot,
    fileSentBytes: (path) => upload.work?.prepared.progress.fileSentBytes(path) ?? 0,
    plan: () => upload.work?.prepared.plan ?? null,
    planned: () => whenPlanned(upload),
    ...choosing(upload),
    ...pausing(upload),
    ...ending(upload, done),
  }
}

async function whenPlanned(upload: RunningUpload): Promise<UploadPlan> {
  const { ending: how } = upload.state
  if (how && how.phase !== 'complete') throw how.phase === 'failed' ? how.error : upload.cancelling.signal.reason
  if (isSettled(upload)) return upload.work!.prepared.plan
  const held = heldOf(upload)
  if (held) throw held
  return upload.planned.wait()
}

const choosing = (upload: RunningUpload): Pick<Upload, 'setFiles' | 'seal' | 'reopen' | 'follow'> => ({
  setFiles(files) {
    if (!move(upload, { type: 'chosen', files })) return
    if (upload.work) upload.work.keeper.want(files)
    else proceed(upload)
    upload.publisher.changed()
  },
  seal({ sender } = {}) {
    if (!move(upload, { type: 'sealed', sender })) return
    proceed(upload)
    upload.work?.keeper.askAgain(upload.state.sender)
    hurry(upload)
    startParts(upload)
    upload.publisher.publish()
  },
  reopen() {
    if (move(upload, { type: 'reopened' })) upload.publisher.publish()
  },
  follow(ticketRequest) {
    move(upload, { type: 'handedOver', ticketRequest })
    upload.line.tickets.follow(ticketRequest)
    proceed(upload)
    upload.work?.keeper.askAgain()
  },
})

const pausing = (upload: RunningUpload): Pick<Upload, 'pause' | 'resume' | 'reconnect'> => ({
  pause() {
    if (upload.again) return upload.again.pause()
    if (!move(upload, { type: 'paused' })) return
    upload.beat.stop()
    upload.work?.parts.stop()
    upload.publisher.publish()
  },
  resume() {
    if (upload.again) return upload.again.resume()
    if (!move(upload, { type: 'resumed' })) return
    upload.speed.restart()
    upload.work?.parts.start()
    upload.beat.start()
    upload.publisher.publish()
  },
  reconnect: () => (upload.again ? upload.again.reconnect() : reconnect(upload)),
})

/** By an upload of its own, of which the snapshot tells from then on. */
function recheck(upload: RunningUpload, done: Promise<UploadPlan>): Promise<UploadPlan> {
  const { options, state, work, again, publisher } = upload
  if (state.ending?.phase !== 'complete') return done
  if (again && again.snapshot().phase !== 'complete') return again.done
  const { ticketRequest, files } = state
  const { uploadId } = work!.prepared.plan
  const published = { uploadId, isOpen: false, isPublished: true, checkpoints: undefined }
  upload.again = startUpload({ ...options, ticketRequest, files, ...published })
  upload.again.subscribe(publisher.publish)
  publisher.publish()
  return upload.again.done
}

const ending = (
  upload: RunningUpload,
  done: Promise<UploadPlan>,
): Pick<Upload, 'discard' | 'cancel' | 'recheck' | 'forget' | 'done'> => ({
  async discard() {
    const plan = upload.work?.prepared.plan
    finish(upload, { phase: 'cancelled' })
    await upload.memory.forget()
    if (plan) await discardOnServer(upload.line.api, upload.state.ticketRequest, upload.line.clock, plan.uploadId)
  },
  cancel() {
    upload.again?.cancel()
    finish(upload, { phase: 'cancelled' })
  },
  recheck: () => recheck(upload, done),
  forget: upload.memory.forget,
  done,
})
