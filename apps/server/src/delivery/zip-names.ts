/** Names that are safe to save on every system and unique within an archive, however they were made. Pure: the same in, the same out. */

/** What a file system takes for one segment, in bytes of UTF-8. */
const MAX_BYTES = 255
const MAX_ENDING_BYTES = 32

/** A single file's name for saving: the path's last segment, made safe. */
export const safeFileName = (path: string) => safeSegment(path.split('/').findLast((segment) => segment !== '') ?? '')

/**
 * A safe path for each path, in order; "/" parts segments, an ending "/" marks a folder. Within a folder, names that are equal
 * after NFC and case folding become "name (2).ext", so that nothing is overwritten anywhere. A folder keeps one name.
 */
export function safePaths(paths: readonly string[]): string[] {
  const root = newFolder()
  return paths.map((path) => {
    const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
    const isFolder = path.endsWith('/') && segments.length > 0
    const fileName = isFolder ? undefined : (segments.pop() ?? '')
    const { folder, prefix } = descend(root, segments)
    return fileName === undefined ? prefix : prefix + uniqueName(folder, safeSegment(fileName))
  })
}

type Folder = {
  /** By the segment as it was given: its safe name and what lies in it. */
  folders: Map<string, { name: string; folder: Folder }>
  /** Folded names in use, and the number that the next twin tries. */
  taken: Map<string, number>
}
const newFolder = (): Folder => ({ folders: new Map(), taken: new Map() })

function descend(root: Folder, segments: string[]) {
  let folder = root
  let prefix = ''
  for (const segment of segments) {
    let inner = folder.folders.get(segment)
    if (!inner) {
      inner = { name: uniqueName(folder, safeSegment(segment)), folder: newFolder() }
      folder.folders.set(segment, inner)
    }
    prefix += `${inner.name}/`
    folder = inner.folder
  }
  return { folder, prefix }
}

function uniqueName({ taken }: Folder, name: string): string {
  const folded = fold(name)
  let number = taken.get(folded)
  if (number === undefined) {
    taken.set(folded, 2)
    return name
  }
  const [stem, ending] = splitEnding(name)
  for (;;) {
    const numbered = fitted(stem, ` (${number++})${ending}`)
    if (taken.has(fold(numbered))) continue
    taken.set(folded, number)
    taken.set(fold(numbered), 2)
    return numbered
  }
}

/** Upper case first: it unites what lower case alone keeps apart ("ß" and "SS", the two small sigmas). */
const fold = (name: string) => name.toUpperCase().toLowerCase().normalize('NFC')

const UNPAIRED = /\p{Surrogate}/gu
/** Marks that reorder or hide: bidi controls, line separators, the byte order mark. Joiners stay, emoji need them. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const FORBIDDEN = /[\p{Cc}<>:"/\\|?*]/gu
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(\.|$))/i

function safeSegment(segment: string): string {
  const clean = segment.replace(UNPAIRED, '\ufffd').replace(INVISIBLE, '').replace(FORBIDDEN, '_').normalize('NFC')
  const named = withoutTail(clean).replace(RESERVED, '$1_')
  const [stem, ending] = splitEnding(named)
  return withoutTail(fitted(stem, ending)) || '_'
}

/** Windows drops dots and spaces at the end, which would make other names of them ("..": none at all). */
function withoutTail(name: string): string {
  let end = name.length
  while (end > 0 && /[.\s]/.test(name[end - 1]!)) end--
  return name.slice(0, end)
}

function splitEnding(name: string): [string, string] {
  const dot = name.lastIndexOf('.')
  const isEnding = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_ENDING_BYTES
  return isEnding ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** Stem and ending, the stem cut to fit at a whole character. */
function fitted(stem: string, ending: string): string {
  let bytesLeft = MAX_BYTES - Buffer.byteLength(ending)
  if (Buffer.byteLength(stem) <= bytesLeft) return stem + ending
  let kept = ''
  for (const character of stem) {
    bytesLeft -= Buffer.byteLength(character)
    if (bytesLeft < 0) break
    kept += character
  }
  return kept + ending
}
