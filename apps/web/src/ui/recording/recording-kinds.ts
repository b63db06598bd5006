/** What a recording is called and what it is recorded as. */
import type { MediaKind } from '@sampan/contract/states'

/** What plays on the most devices first; the empty one is what the browser likes best. */
const types: Record<MediaKind, readonly string[]> = {
  voice: ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/ogg;codecs=opus'],
  video: [
    'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
    'video/mp4;codecs=avc1.64001F,mp4a.40.2',
    'video/webm;codecs=vp8,opus',
    'video/webm',
    'video/mp4',
  ],
}

export const recordingType = (kind: MediaKind, isSupported: (type: string) => boolean): string =>
  types[kind].find(isSupported) ?? ''

/** By what the browser says that it has recorded, never by a wish. */
export function endingOf(kind: MediaKind, type: string): string {
  if (type.includes('mp4')) return kind === 'voice' ? 'm4a' : 'mp4'
  return type.includes('ogg') ? 'ogg' : 'webm'
}

const stems: Record<MediaKind, string> = { voice: 'VoiceMemo', video: 'RecordedVideo' }
export const stemOf = (kind: MediaKind, atMs: number): string => `${stems[kind]}-${atMs}`

/** `busy`: another program has it. */
export type Fault = 'denied' | 'missing' | 'busy' | 'unable'
export function faultOf(error: unknown): Fault {
  switch ((error as DOMException | null)?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'unable'
  }
}
