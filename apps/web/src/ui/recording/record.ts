/** One recording of a stream: begun, paused, ended. */
import type { MediaKind } from '@sampan/contract/states'
import { recordingType } from './recording-kinds.ts'

export type Recording = {
  pause: () => void
  resume: () => void
  /** Milliseconds that are recorded by now. */
  lengthMs: () => number
  /** All of it, in the type that the browser names. */
  end: () => Promise<Blob>
}

/** So much is lost at most if the page breaks down. */
const chunkMs = 500

export function record(stream: MediaStream, kind: MediaKind): Recording {
  const type = recordingType(kind, (each) => MediaRecorder.isTypeSupported(each))
  const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {})
  const chunks: Blob[] = []
  let [recordedMs, since] = [0, performance.now()]
  const passed = () => (recorder.state === 'recording' ? performance.now() - since : 0)
  recorder.ondataavailable = ({ data }) => data.size > 0 && chunks.push(data)
  recorder.start(chunkMs)
  return {
    pause: () => {
      recordedMs += passed()
      recorder.pause()
    },
    resume: () => {
      since = performance.now()
      recorder.resume()
    },
    lengthMs: () => recordedMs + passed(),
    end: async () => {
      const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
      recorder.stop()
      await ended
      return new Blob(chunks, { type: recorder.mimeType || type })
    },
  }
}

/** The light of the camera goes out. */
export const letGo = (stream: MediaStream | null): void => stream?.getTracks().forEach((track) => void track.stop())
