/** One recording of a stream: begun, paused, ended. */
import type { MediaKind } from '@sampan/contract/states'
import { recordingType } from './recording-kinds.ts'

export type Recording = {
  pause: () => void
  resume: () => void
  /** Milliseconds that are recorded by now. */
  lengthMs: () => number
  /** Resolves when it has ended, also by itself: the microphone was pulled out, the permission taken back. */
  ended: Promise<void>
  /** All of it, in the type that the browser names. */
  end: () => Promise<Blob>
}

/** In pieces: a long one is not handed over at once. */
const chunkMs = 500

export function record(stream: MediaStream, kind: MediaKind): Recording {
  const type = recordingType(kind, (each) => MediaRecorder.isTypeSupported(each))
  const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {})
  const chunks: Blob[] = []
  let recordedMs = 0
  let sinceMs: number | null = performance.now()
  const lengthMs = () => recordedMs + (sinceMs === null ? 0 : performance.now() - sinceMs)
  function halt() {
    recordedMs = lengthMs()
    sinceMs = null
  }
  recorder.ondataavailable = ({ data }) => data.size > 0 && chunks.push(data)
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => {
      halt()
      resolve()
    }
  })
  recorder.start(chunkMs)
  return {
    pause: () => {
      if (recorder.state !== 'recording') return
      halt()
      recorder.pause()
    },
    resume: () => {
      if (recorder.state !== 'paused') return
      sinceMs = performance.now()
      recorder.resume()
    },
    lengthMs,
    ended,
    end: async () => {
      halt()
      if (recorder.state !== 'inactive') recorder.stop()
      await ended
      return new Blob(chunks, { type: recorder.mimeType || type })
    },
  }
}

/** The light of the camera goes out. */
export const letGo = (stream: MediaStream | null): void => stream?.getTracks().forEach((track) => void track.stop())
