/** Who asks for what: the parts of the page's address, and the addresses of the bytes behind it. */
import { filePath, zipPath } from '@sampan/contract/paths'

export type LinkAddress = { slug: string; user?: string | undefined; dl?: string | undefined }

const queryOf = ({ user, dl }: LinkAddress) => ({ ...(user && { user }), ...(dl && { dl }) })

export const fileHref = (address: LinkAddress, fileId: string): string => filePath(address.slug, fileId, queryOf(address))
export const zipHref = (address: LinkAddress, selection?: string): string =>
  zipPath(address.slug, { ...queryOf(address), ...(selection && { selection }) })

/** Starts a download as a click on a link does: the page stays where it is. */
export function startDownload(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
