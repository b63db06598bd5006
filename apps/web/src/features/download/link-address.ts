/** Who asks for what: the parts of the page's address, and the addresses of the bytes behind it. */
import { filePath, zipPath } from '@sampan/contract/paths'
import { startDownload as askToStart } from '@sampan/contract/routes/downloads'
import type { MouseEvent } from 'react'
import { api } from '../../lib/api.ts'

export type LinkAddress = { slug: string; user?: string | undefined; dl?: string | undefined }

const queryOf = ({ user, dl }: LinkAddress) => ({ ...(user && { user }), ...(dl && { dl }) })

export const fileHref = (address: LinkAddress, fileId: string): string => filePath(address.slug, fileId, queryOf(address))
export const zipHref = (address: LinkAddress, selection?: string): string =>
  zipPath(address.slug, { ...queryOf(address), ...(selection && { selection }) })

/** One file, what was chosen, or everything. */
type Wanted = { fileId?: string; selection?: string }

const hrefOf = (address: LinkAddress, { fileId, selection }: Wanted): string =>
  fileId ? fileHref(address, fileId) : zipHref(address, selection)

/**
 * Starts a download by an address of its own, which tells that somebody has asked for it: links that stand in pages are followed by scanners of mails
 * as well (D11). Where none is to be had the link does, and says by its answer what is wrong.
 */
export async function startDownload(address: LinkAddress, wanted: Wanted = {}): Promise<void> {
  const { slug, user, dl } = address
  const asked = api.call(askToStart, { params: { slug }, query: { user, dl }, body: wanted })
  clickLink(
    await asked.then(
      ({ url }) => url,
      () => hrefOf(address, wanted),
    ),
  )
}

/** Of a link to bytes: pressed, it starts the download; what the browser offers for links stays as it is. */
export const startsDownload = (address: LinkAddress, wanted?: Wanted) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void startDownload(address, wanted)
}

/** The page stays where it is. */
function clickLink(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
