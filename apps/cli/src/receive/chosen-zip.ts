/** The zip of chosen files: its address, and which of them it is refused for. */
import { createApi } from '@sampan/client/api'
import { problemOf } from '@sampan/client/api-reply'
import { zipPath } from '@sampan/contract/paths'
import { selectFiles } from '@sampan/contract/routes/downloads'
import { withRetries } from '../with-retries.ts'
import { type LeftOut, refusalOfStatus } from './left-out.ts'
import type { Placed, ZipNeeds } from './part-file.ts'

export type Refused = { one: Placed; why: LeftOut }

const queryOf = ({ link, dl }: ZipNeeds) => ({ dl, ...(link.user && { user: link.user }) })

export const zipUrl = (needs: ZipNeeds, selection: string): string =>
  needs.link.server + zipPath(needs.link.slug, { ...queryOf(needs), selection })

export async function select(needs: ZipNeeds, placed: readonly Placed[]): Promise<string> {
  const { context, link, signal } = needs
  const api = createApi(context.api(link.server))
  const body = { fileIds: placed.map(({ file }) => file.fileId) }
  const args = { params: { slug: link.slug }, query: queryOf(needs), body, signal, retries: 0 }
  return (await withRetries(context, () => api.call(selectFiles, args))).selection
}

/** Asked with HEAD, which no server counts as a download. */
async function refusalOfZip(needs: ZipNeeds, placed: readonly Placed[]): Promise<LeftOut | null> {
  const { context, signal } = needs
  const url = zipUrl(needs, await select(needs, placed))
  return withRetries(context, async () => {
    const reply = await context.net.call({ method: 'HEAD', url, headers: { 'User-Agent': context.userAgent }, signal })
    reply.resume()
    const { statusCode: status = 0 } = reply
    const why = refusalOfStatus(status)
    if (why || status < 300) return why
    throw problemOf({ status, text: '', header: () => null })
  })
}

/** By halves: most of many files are refused nothing. */
export async function refusedIn(needs: ZipNeeds, placed: readonly Placed[]): Promise<Refused[]> {
  const why = await refusalOfZip(needs, placed)
  if (!why) return []
  if (placed.length === 1) return [{ one: placed[0]!, why }]
  const middle = Math.ceil(placed.length / 2)
  return [...(await refusedIn(needs, placed.slice(0, middle))), ...(await refusedIn(needs, placed.slice(middle)))]
}
