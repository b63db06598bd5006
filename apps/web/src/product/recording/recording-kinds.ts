/** What a recording is called and what it is recorded as. */
import { nameMaxBytes } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { isAcceptedName } from '@sampan/contract/rules/accepted-types'
import type { MediaKind } from '@sampan/contract/states'
import { about } from '@sampan/texts/registry/about'

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

/** Whether what this browser would record is taken at all; one that records nothing says so when it is asked to. */
export function isTaken(kind: MediaKind, accept: readonly string[]): boolean {
  if (typeof MediaRecorder === 'undefined') return true
  const type = recordingType(kind, (each) => MediaRecorder.isTypeSupported(each))
  return isAcceptedName(`${kind}.${endingOf(kind, type)}`, accept)
}

export const videoStem = (atMs: number): string => `RecordedVideo-${atMs}`

/** When a memo was spoken, by the clock of whoever spoke it: no system refuses a dot in a name, as some do a colon. */
export function memoTime(at: Date, language: Language): string {
  const day = new Intl.DateTimeFormat(about[language].tag, { day: 'numeric', month: 'short' }).format(at)
  return `${day} ${[at.getHours(), at.getMinutes()].map((each) => String(each).padStart(2, '0')).join('.')}`
}

const encoder = new TextEncoder()
/** An ending and a number that tells it from another of its name still fit behind it. */
const stemMaxBytes = nameMaxBytes - 16

/** What somebody calls it, without the signs that systems refuse, and no longer than a name may be. */
export function tidyStem(text: string): string {
  const plain = text.replace(/[\\/:*?"<>|\p{Cc}\p{Cs}]+/gu, ' ').trim()
  const letters = [...plain]
  while (encoder.encode(letters.join('')).length > stemMaxBytes) letters.pop()
  return letters.join('').trim()
}

/** `busy`: another program has it; `empty`: it gave nothing. */
export type Fault = 'denied' | 'missing' | 'busy' | 'unable' | 'empty'
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
