/** What of a link is whole while its upload runs (D8), as its page asks it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from '@sampan/client/api'
import { type Arrival, type PublicFile, readArrival, type TransferView } from '@sampan/contract/routes/downloads'
import { pollAfterMs } from '@sampan/contract/rules/poll-arrival'
import { Stop } from '../failure.ts'
import { withRetries } from '../with-retries.ts'
import type { ZipNeeds } from './part-file.ts'
import { refusalOfState } from './read-view.ts'

type Following = Pick<ZipNeeds, 'context' | 'link' | 'dl' | 'signal' | 'meter'>

/** null once all of it has come. */
async function askArrival({ context, link, dl, signal }: Following): Promise<Arrival | null> {
  const api = createApi(context.api(link.server))
  const args = { params: { slug: link.slug }, query: { dl, ...(link.user && { user: link.user }) }, signal, retries: 0 }
  const { state, arrival } = await withRetries(context, () => api.call(readArrival, args))
  if (state === 'uploading' && arrival) return arrival
  if (state === 'open' || state === 'uploading') return null
  throw refusalOfState(state)
}

/**
 * The chosen files in the order in which they become whole; ends when all has come, or all that was chosen of more. Throws where the
 * sender gave up, and where nothing moves for as long as the person will wait.
 */
export async function* followArrival(
  following: Following,
  view: Pick<TransferView, 'files' | 'totalBytes' | 'arrival'>,
  chosen: readonly PublicFile[],
): AsyncGenerator<PublicFile[], void, undefined> {
  const { context, signal, meter } = following
  const { show, giveUpMs } = context
  const places = new Map(view.files.map(({ fileId }, place) => [fileId, place]))
  let left = [...chosen]
  let grownAt = performance.now()
  for (let arrival = view.arrival ?? null; arrival; ) {
    const { received, ...shown } = arrival
    show.event('arrival', { ...shown, totalBytes: view.totalBytes })
    const isWhole = (file: PublicFile) => !file.isBlocked && (received[places.get(file.fileId)!] ?? 0) >= file.size
    const whole = left.filter(isWhole)
    left = left.filter((file) => !isWhole(file))
    if (whole.length > 0) yield whole
    if (left.length === 0 && chosen.length < view.files.length) return
    if (performance.now() - Math.max(grownAt, meter.movedAt()) > giveUpMs) throw new Stop('network', 'senderSilent')
    await sleep(Math.min(pollAfterMs(shown.silentSeconds, 0), giveUpMs), undefined, { signal }).catch(() => {
      throw signal.reason
    })
    const next = await askArrival(following)
    if (next && next.receivedBytes !== shown.receivedBytes) grownAt = performance.now()
    arrival = next
  }
  show.event('arrived', {})
}
