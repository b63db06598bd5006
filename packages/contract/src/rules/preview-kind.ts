/** What a file can be looked at as before it is downloaded, by its name, and as what its bytes are sent then (D4). */
import type { MediaKind } from '../states.ts'
import { extensionOf } from './file-path.ts'

/**
 * `picture`: no browser shows it, so the server makes one that all of them do. `pdf`, `text`, `table`, `sheet` and `archive` are drawn in a
 * frame that can reach nothing.
 */
export const previewKinds = ['image', 'picture', 'audio', 'video', 'pdf', 'text', 'table', 'sheet', 'archive'] as const
export type PreviewKind = (typeof previewKinds)[number]

const KiB = 1024
const MiB = 1024 * KiB
/** Larger ones are downloaded instead; of text and tables the beginning is shown, and what plays or has pages is read by ranges. */
export const previewMaxBytes: Partial<Record<PreviewKind, number>> = {
  image: 100 * MiB,
  picture: 100 * MiB,
  sheet: 20 * MiB,
}
/** Of text and tables so much is shown. */
export const previewHeadBytes = MiB
/** Lines of a table. */
export const previewRows = 1000
/** Of an archive: folders are drawn when they are opened. */
export const previewEntries = 5000

const types: Record<string, [PreviewKind, string]> = {}
const add = (kind: PreviewKind, type: string, endings: string) => {
  for (const ending of endings.split(' ')) {
    if (types[ending]) throw new Error(`Two kinds show files that end in ${ending}: ${types[ending][0]} and ${kind}`)
    types[ending] = [kind, type]
  }
}
add('image', 'image/jpeg', 'jpg jpeg jfif')
add('image', 'image/png', 'png')
add('image', 'image/gif', 'gif')
add('image', 'image/webp', 'webp')
add('image', 'image/avif', 'avif')
add('image', 'image/bmp', 'bmp')
add('picture', 'application/octet-stream', 'heic heif tif tiff psd')
add('audio', 'audio/mpeg', 'mp3')
add('audio', 'audio/mp4', 'm4a')
add('audio', 'audio/aac', 'aac')
add('audio', 'audio/wav', 'wav')
add('audio', 'audio/ogg', 'ogg oga opus')
add('audio', 'audio/flac', 'flac')
add('video', 'video/mp4', 'mp4 m4v mov')
add('video', 'video/webm', 'webm')
add('video', 'video/ogg', 'ogv')
add('pdf', 'application/pdf', 'pdf')
add('table', 'text/plain', 'csv tsv')
add('sheet', 'application/octet-stream', 'xlsx')
add('archive', 'application/octet-stream', 'zip')
// As plain text, all of them: a page, a drawing or a program is read and never run.
add(
  'text',
  'text/plain',
  'txt text log md markdown json jsonl xml svg yml yaml toml ini cfg conf env srt vtt ics vcf diff patch tex',
)
add(
  'text',
  'text/plain',
  'html htm css scss less js mjs cjs jsx ts tsx vue svelte py rb php java kt kts swift c h cc cpp hpp cs go rs',
)
add('text', 'text/plain', 'scala lua pl r jl sql sh bash zsh fish bat ps1 dockerfile makefile gradle properties graphql proto')

export const endingsOf = (...kinds: readonly PreviewKind[]): string[] =>
  Object.keys(types).filter((ending) => kinds.includes(types[ending]![0]))

export type Previewed = { path: string; size: number; media?: MediaKind | null | undefined }

/** Null: there is nothing to look at. */
export function previewKindOf({ path, size, media }: Previewed): PreviewKind | null {
  const kind = media ? (media === 'voice' ? 'audio' : 'video') : (types[extensionOf(path)]?.[0] ?? null)
  return kind && size > 0 && size <= (previewMaxBytes[kind] ?? Number.POSITIVE_INFINITY) ? kind : null
}

/** Where each download counts nothing can be had without one, but what was recorded: that is part of the message. */
export const mayPreview = (isLimited: boolean, media: MediaKind | null | undefined): boolean => !isLimited || media != null

/** The Content-Type of its own bytes; what was recorded as sound says so, whatever else its ending may hold. */
export function previewTypeOf({ path, media }: Pick<Previewed, 'path' | 'media'>): string {
  const [, type = 'application/octet-stream'] = types[extensionOf(path)] ?? []
  return media === 'voice' ? type.replace(/^video\//, 'audio/') : type
}
