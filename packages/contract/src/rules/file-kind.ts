/** What kind of thing a file is, by its name: what analytics and icons tell apart. */
import type { FileKind } from '../states.ts'
import { extensionOf, isFolderPath } from './file-path.ts'

const endings: Record<Exclude<FileKind, 'other' | 'several'>, string> = {
  image: 'jpg jpeg png gif webp avif heic heif bmp tif tiff svg ico psd ai eps raw cr2 cr3 nef arw dng indd',
  video: 'mp4 mov m4v mkv avi webm wmv flv mpg mpeg 3gp mts m2ts ogv',
  audio: 'mp3 wav flac aac m4a ogg oga opus wma aif aiff mid midi',
  document: 'pdf doc docx odt rtf txt md pages xls xlsx ods csv tsv numbers ppt pptx odp key html htm xml json epub tex log',
  archive: 'zip rar 7z tar gz tgz bz2 xz zst iso dmg jar',
}
const kindOfEnding = new Map(
  Object.entries(endings).flatMap(([kind, list]) => list.split(' ').map((ending) => [ending, kind as FileKind] as const)),
)

export const fileKindOf = (path: string): FileKind => kindOfEnding.get(extensionOf(path)) ?? 'other'

/** Of all of them together; empty folders are of no kind. */
export function kindOfFiles(paths: Iterable<string>): FileKind {
  let kind: FileKind | undefined
  for (const path of paths) {
    if (isFolderPath(path)) continue
    const next = fileKindOf(path)
    if (kind && kind !== next) return 'several'
    kind = next
  }
  return kind ?? 'other'
}
