/** Readers of published transfers: what came down is told by which sending it is, piece by piece. */
import { seenIn } from './contents.ts'
import { type FileSpec, type Journal, type KnownFile, outcomeOf, type Seen, type SeenFile } from './history.ts'
import { type Answer, jsonOf, type Line } from './line.ts'
import type { OwnUpload } from './own-upload.ts'
import type { Chance } from './seeded.ts'
import { filesInZip } from './zip-files.ts'

type Reader = { line: Line; journal: Journal; client: number }

/** The signed id for downloads, and which of its files are known here. */
type View = { dl: string; files: KnownFile[] }

/** Where it is open, or on its way. */
export async function viewTransfer({ line, journal, client }: Reader, { slug, known }: OwnUpload): Promise<View | undefined> {
  const end = journal.begin(client, { op: 'view', slug })
  const answer = await line.call({ method: 'GET', path: `/api/transfers/${slug}` })
  const view = answer.isWhole && answer.status < 500 ? jsonOf(answer) : {}
  const files: SeenFile[] | undefined = view.files?.map(({ fileId, path, size }: SeenFile) => ({ fileId, path, size }))
  end({ outcome: outcomeOf(answer), status: answer.status, state: view.state, files })
  const listed = new Set(files?.map(({ fileId }) => fileId))
  return view.dl ? { dl: view.dl, files: known.filter(({ fileId }) => listed.has(fileId)) } : undefined
}

type Wanted = { path: string; headers?: Record<string, string>; method?: string; fileId?: string }
/** `isExact`: status, length and borders are what was asked for. */
type Classified = { seen: Seen[]; isExact: boolean; files?: FileSpec[] }

async function download(
  { line, journal, client }: Reader,
  slug: string,
  wanted: Wanted,
  classify: (answer: Answer) => Classified,
) {
  const { method = 'GET', path, headers, fileId } = wanted
  const what = `${method} ${path.split('?')[0]}`
  const end = journal.begin(client, { op: 'download', slug, what, seen: [], isExact: true, ...(fileId && { fileId }) })
  const answer = await line.call({ method, path, ...(headers && { headers }) })
  const isBytes = answer.status === 200 || answer.status === 206
  end({ outcome: outcomeOf(answer), status: answer.status, ...(isBytes && classify(answer)) })
}

function wholeFile(upload: OwnUpload, file: OwnUpload['files'][number], answer: Answer): Classified {
  const { bytes, isWhole, headers } = answer
  // Of one that broke off, what came is judged too: nothing but the beginning of the file.
  const isExact =
    bytes.length <= file.size && (!isWhole || (bytes.length === file.size && headers['content-length'] === `${file.size}`))
  return { seen: seenIn(file, partsOf(upload, file.blobId), 0, bytes), isExact }
}

const partsOf = (upload: OwnUpload, blobId: string | null) => upload.sent.filter((part) => part.blobId === blobId)

function zipOf(upload: OwnUpload, { bytes, isWhole }: Answer): Classified {
  if (!isWhole) return { seen: [], isExact: true }
  try {
    const files = filesInZip(bytes)
    const found = upload.known.filter(({ path, size }) => files.get(path)?.length === size)
    return {
      seen: found.flatMap((file) => seenIn(file, partsOf(upload, file.blobId), 0, files.get(file.path)!)),
      isExact: true,
      files: [...files].map(([path, { length: size }]) => ({ path, size })),
    }
  } catch {
    return { seen: [], isExact: false }
  }
}

export const readWhole = (reader: Reader, upload: OwnUpload, dl: string): Promise<void> =>
  download(reader, upload.slug, { path: `/api/transfers/${upload.slug}/zip?dl=${encodeURIComponent(dl)}` }, (answer) =>
    zipOf(upload, answer),
  )

/** One of what people and programs do: a file, a part of it, a look at its head, everything as a zip. */
export async function readSomething(reader: Reader, upload: OwnUpload, { dl, files }: View, chance: Chance): Promise<void> {
  const { slug } = upload
  if (!files.length) return
  const query = `?dl=${encodeURIComponent(dl)}`
  const file = chance.pick(files)
  const { fileId } = file
  const path = `/api/transfers/${slug}/files/${fileId}${query}`
  const kind = chance.pick(['file', 'file', 'range', 'range', 'zip', 'head'] as const)
  if (kind === 'zip') return readWhole(reader, upload, dl)
  if (kind === 'head')
    return download(reader, slug, { method: 'HEAD', path, fileId }, ({ headers }) => ({
      seen: [],
      isExact: headers['content-length'] === `${file.size}`,
    }))
  if (kind === 'file' || file.size === 0)
    return download(reader, slug, { path, fileId }, (answer) => wholeFile(upload, file, answer))
  const from = chance.whole(0, file.size - 1)
  const to = chance.whole(from + 1, file.size)
  const wanted = { path, fileId, headers: { range: `bytes=${from}-${to - 1}` } }
  return download(reader, slug, wanted, ({ bytes, isWhole, status }) => ({
    seen: status === 206 ? seenIn(file, partsOf(upload, file.blobId), from, bytes) : [],
    isExact: status === 206 && bytes.length <= to - from && (!isWhole || bytes.length === to - from),
  }))
}
