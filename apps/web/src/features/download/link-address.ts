/** Who asks for what: the parts of the page's address, and the addresses of the bytes behind it. */
import { filePath, zipPath } from '@sampan/contract/paths'
import { startDownload as askToStart } from '@sampan/contract/routes/downloads'
import type { MouseEvent } from 'react'
import { api } from '../../product/session/api.ts'
import { asking, failed, started, tellBegun, type Wanted } from './begun.ts'

export type LinkAddress = { slug: string; user?: string | undefined; dl?: string | undefined }

const queryOf = ({ user, dl }: LinkAddress) => ({ ...(user && { user }), ...(dl && { dl }) })

export const fileHref = (address: LinkAddress, fileId: string): string => filePath(address.slug, fileId, queryOf(address))
export const zipHref = (address: LinkAddress, selection?: string): string =>
  zipPath(address.slug, { ...queryOf(address), ...(selection && { selection }) })

const hrefOf = (address: LinkAddress, { fileId, selection }: Wanted): string =>
  fileId ? fileHref(address, fileId) : zipHref(address, selection)

/** Somebody waits for an answer at their press: it is not tried for minutes. */
const retries = 2

/**
 * Starts a download by an address of its own, which tells that somebody has asked for it: links that stand in pages are followed by scanners of mails
 * as well (D11). Where none is to be had nothing is started, and the page says why.
 */
export async function startDownload(address: LinkAddress, wanted: Wanted = {}): Promise<void> {
  const { slug } = address
  tellBegun(slug, asking)
  try {
    const url = await startedAddress(address, wanted)
    tellBegun(slug, (before) => started(before, wanted))
    clickLink(url)
  } catch (error) {
    tellBegun(slug, (before) => failed(before, error))
  }
}

async function startedAddress({ slug, user, dl }: LinkAddress, { fileId, selection }: Wanted): Promise<string> {
  const body = { ...(fileId && { fileId }), ...(selection && { selection }) }
  return (await api.call(askToStart, { params: { slug }, query: { user, dl }, body, retries })).url
}

/**
 * What a link to bytes needs: pressed in whatever way, it starts the download. Who opens the browser's menu of it, to save it elsewhere or to
 * copy it, gets the address that counts too.
 */
export function downloadLink(address: LinkAddress, wanted: Wanted = {}) {
  const start = (event: MouseEvent) => {
    // The right button opens the menu.
    if (event.button === 2) return
    event.preventDefault()
    void startDownload(address, wanted)
  }
  return {
    href: hrefOf(address, wanted),
    onClick: start,
    onAuxClick: start,
    onContextMenu: async ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
      currentTarget.href = await startedAddress(address, wanted).catch(() => hrefOf(address, wanted))
    },
  }
}

/** The page stays where it is. */
function clickLink(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
