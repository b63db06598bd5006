import { dashTransfersPath } from '@sampan/contract/paths'

/** Where the list is without the transfer that is open beside it: it keeps its filter and search, the part that is shown goes. */
export function listAddress(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('part')
  return dashTransfersPath + (params.size > 0 ? `?${params}` : '')
}
