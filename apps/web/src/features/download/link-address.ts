/** Who asks for what: the parts of the page's address, and the addresses of the bytes behind it. */
import { filePath, previewPath, zipPath } from '@sampan/contract/paths'
import type { PreviewForm } from '@sampan/contract/routes/previews'

export type LinkAddress = { slug: string; user?: string | undefined; dl?: string | undefined }

const queryOf = ({ user, dl }: LinkAddress) => ({ ...(user && { user }), ...(dl && { dl }) })

export const fileHref = (address: LinkAddress, fileId: string): string => filePath(address.slug, fileId, queryOf(address))
export const previewHref = (address: LinkAddress, fileId: string, as: PreviewForm): string =>
  previewPath(address.slug, fileId, { ...queryOf(address), ...(as !== 'original' && { as }) })
/** A recorded message is heard or seen now: its sender is told so (`seen` of previewFile). */
export const tellPlayed = (address: LinkAddress, fileId: string): void =>
  void fetch(previewPath(address.slug, fileId, { ...queryOf(address), seen: '1' }), { method: 'HEAD' }).catch(() => {})
export const zipHref = (address: LinkAddress, selection?: string): string =>
  zipPath(address.slug, { ...queryOf(address), ...(selection && { selection }) })

/** Starts a download as a click on a link does: the page stays where it is. */
export function startDownload(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
