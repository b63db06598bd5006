/** Files that guests may not send (spec §5, Q4, R28). */
import type { ErrorCode } from '../errors.ts'

const insecure = /\.(?:html?|exe)$/
const video = /\.(?:mp4|mkv)$/
const releaseMarker = /1080p|2160p|webrip|web-dl|yts\.mx|eztv|(?:^|[^a-z0-9])s0[1-6](?![0-9])/

/** The name as a system would read it: full-width letters folded, invisible characters, NUL, trailing dots and spaces gone. */
function plainName(path: string): string {
  const name = path.normalize('NFKC').split(/[/\\]/).filter(Boolean).at(-1) ?? ''
  return name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[.\s]+$/u, '')
    .toLowerCase()
}

/** The reason why a guest may not send this path, or null. */
export function blockedReason(path: string): Extract<ErrorCode, 'insecureFileType' | 'releaseFile'> | null {
  // What stands before a NUL or an alternate stream's colon is the name on some systems, so each reading is checked.
  const readings = [...new Set([path, ...path.split(/[\0:]/)])].map(plainName)
  if (readings.some((name) => insecure.test(name))) return 'insecureFileType'
  return readings.some((name) => video.test(name) && releaseMarker.test(name)) ? 'releaseFile' : null
}
