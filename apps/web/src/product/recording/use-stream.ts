/** What is seen and heard before and while it is recorded, from the camera or the screen that was chosen. */
import { type RefObject, useEffect, useState } from 'react'
import { letGo } from './record.ts'
import { type Fault, faultOf } from './recording-kinds.ts'

export type Source = 'camera' | 'screen'
type Chosen = { camera: string; microphone: string }

export const canRecordScreen = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

const wanted = (id: string) => (id ? { deviceId: { exact: id } } : {})

async function openCamera({ camera, microphone }: Chosen): Promise<MediaStream> {
  const video = { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: 'user', ...wanted(camera) }
  return navigator.mediaDevices.getUserMedia({ video, audio: microphone ? wanted(microphone) : true })
}

/** With the voice of whoever shows it; where there is no microphone, with the sound of what is shown, if it has any. */
async function openScreen({ microphone }: Chosen): Promise<MediaStream> {
  const screen = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true })
  const voice = await navigator.mediaDevices.getUserMedia({ audio: microphone ? wanted(microphone) : true }).catch(() => null)
  if (!voice) return screen
  for (const track of screen.getAudioTracks()) {
    screen.removeTrack(track)
    track.stop()
  }
  return new MediaStream([...screen.getVideoTracks(), ...voice.getAudioTracks()])
}

export function useStream(source: Source, keep: RefObject<MediaStream | null>) {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([])
  const [chosen, setChosen] = useState<Chosen>({ camera: '', microphone: '' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isOver = false
    async function open() {
      setFault(null)
      const opened = await (source === 'screen' ? openScreen(chosen) : openCamera(chosen))
      if (isOver) return letGo(opened)
      keep.current = opened
      setStream(opened)
      // They say their names only once they may be used.
      setDevices(await navigator.mediaDevices.enumerateDevices())
    }
    open().catch((error: unknown) => isOver || setFault(faultOf(error)))
    return () => {
      isOver = true
      letGo(keep.current)
      keep.current = null
      setStream(null)
    }
  }, [source, chosen, tries, keep])
  const idOf = (track: MediaStreamTrack | undefined): string => track?.getSettings().deviceId ?? ''
  return {
    stream,
    fault,
    cameras: devices.filter(({ kind }) => kind === 'videoinput'),
    microphones: devices.filter(({ kind }) => kind === 'audioinput'),
    chosen: {
      camera: chosen.camera || idOf(stream?.getVideoTracks()[0]),
      microphone: chosen.microphone || idOf(stream?.getAudioTracks()[0]),
    },
    choose: (change: Partial<Chosen>) => setChosen((before) => ({ ...before, ...change })),
    /** It has a stream, but nothing comes of it. */
    fail: setFault,
    retry: () => setTries((before) => before + 1),
  }
}
