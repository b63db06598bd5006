/** Whether files are looked at as pictures side by side rather than as a list. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { previewKindOf } from '@sampan/contract/rules/preview-kind'

/** One or two are seen as well in a list. */
const fewestPictures = 3

export function arePictures(files: readonly PublicFile[]): boolean {
  const all = files.filter(({ path }) => !isFolderPath(path))
  const pictures = all.filter((file) => ['image', 'picture'].includes(previewKindOf(file) ?? ''))
  return pictures.length >= fewestPictures && pictures.length * 2 > all.length
}
