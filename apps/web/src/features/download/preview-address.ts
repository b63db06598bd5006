/** The addresses of the files of a link that is looked at. */
import { previewPath } from '@sampan/contract/paths'
import type { PreviewForm } from '@sampan/contract/routes/previews'
import type { LinkAddress } from './link-address.ts'

type Query = { user?: string; dl?: string }
const queryOf = ({ user, dl }: LinkAddress): Query => ({ ...(user && { user }), ...(dl && { dl }) })

export const previewHref = (address: LinkAddress, fileId: string, as: PreviewForm): string =>
  previewPath(address.slug, fileId, { ...queryOf(address), ...(as !== 'original' && { as }) })

/** A recorded message is heard or seen now: its sender is told so (`seen` of previewFile). */
export const tellPlayed = (address: LinkAddress, fileId: string): void =>
  void fetch(previewPath(address.slug, fileId, { ...queryOf(address), seen: '1' }), { method: 'HEAD' }).catch(() => {})
