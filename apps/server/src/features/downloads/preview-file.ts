/** A file as it is looked at before it is downloaded (D4): by whoever has the link, and by its owner. */
import { Problem } from '@sampan/contract/errors'
import type { previewFile } from '@sampan/contract/routes/downloads'
import type { PreviewForm } from '@sampan/contract/routes/previews'
import { mayPreview, previewTypeOf } from '@sampan/contract/rules/preview-kind'
import { ofFile } from '../../db/download-scope.ts'
import { uncountedMeter } from '../../delivery/meter.ts'
import type { Representation } from '../../delivery/representation.ts'
import type { OpenBlob } from '../../delivery/zip-stream.ts'
import type { RouteRequest } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { type HeldFile, readRendition } from '../content/index.ts'
import { mayReadOn } from './count-download.ts'
import { openFile } from './files-of-link.ts'
import { notePreview } from './note-opening.ts'
import { fileOfTransfer } from './representations.ts'
import type { Link } from './resolve-link.ts'

/** `of`: by what its bytes are dated and named. */
type Looked = { file: HeldFile; open: OpenBlob; of: Parameters<typeof fileOfTransfer>[1] }

/** Throws transferUnknown where there is no such form of it. */
export async function previewOf(
  services: Pick<Services, 'db' | 'masterKeys'>,
  { file, open, of }: Looked,
  form: PreviewForm,
): Promise<Representation> {
  const what = fileOfTransfer(open, of, file)
  if (form === 'original') return { ...what, type: previewTypeOf(file) }
  const made = file.forms.split(' ').includes(form) ? await readRendition(services, file.id, form) : null
  if (!made) throw new Problem('transferUnknown')
  const { type, bytes } = made
  return { ...what, type, size: bytes.length, etag: `"p${file.id}-${form}"`, read: (from, to) => inOne(bytes.subarray(from, to)) }
}

async function* inOne(piece: Buffer) {
  if (piece.length) yield { pieces: [piece], release: () => {} }
}

/** It is told in the timeline, once for each reader and hour; a message that its page plays is told when it is heard or seen. */
export async function findPreview(
  services: Services,
  { params, query, actor, link, request }: RouteRequest<typeof previewFile> & { link: Link },
) {
  const { file, open } = await openFile(services, link, params.fileId)
  if (!mayPreview(link.transfer.downloadLimit !== null, file.media)) throw new Problem('downloadLimitReached')
  const what = await previewOf(services, { file, open, of: link }, query.as)
  const isBeginning = request.method === 'GET' && /^bytes=0-/.test(request.headers.range ?? 'bytes=0-')
  if (file.media ? query.seen : isBeginning) await notePreview(services, link, actor, file)
  const read = { scope: ofFile(file.id), version: link.transfer.version }
  return { what, meter: async () => uncountedMeter(() => mayReadOn(services, link, read)) }
}
