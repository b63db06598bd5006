import type { EventActor, EventKind } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import { doerField, insertEvents, ownersOf } from './queries.ts'

type Happened = {
  kind: EventKind
  actor: EventActor
  /** The account of a sender: of a team there are several. */
  by?: string | null | undefined
  at: Date
  recipient?: { id: string; email: string } | null | undefined
  place?: { countryCode: string | null; city: string } | undefined
  program?: string | undefined
  detail?: Record<string, string | number | null> | undefined
}
type Reported = { id: string; ownerId: string; slug: string }
export type NewEvent = Happened & { transferId: string }

/** In the transaction of what happened; whoever watches the transfer learns of it once that is committed. */
export const addEvent = (tx: Transaction, { transferId, ...event }: NewEvent): Promise<void> => addEvents(tx, transferId, [event])

/** Several of one transfer, which are told once. Whoever has its row gives that, and it is not read again. */
export async function addEvents(tx: Transaction, of: string | Reported, events: Happened[]): Promise<void> {
  if (events.length === 0) return
  const transferId = typeof of === 'string' ? of : of.id
  const to = typeof of === 'string' ? await ownersOf(tx, of) : of
  if (!to) return
  const { ownerId, slug } = to
  const rows = events.map(({ recipient, place, by, detail = {}, ...event }) => {
    return {
      ...event,
      detail: by ? { ...detail, [doerField]: by } : detail,
      transferId,
      ownerId,
      recipientId: recipient?.id,
      recipientEmail: recipient?.email,
      ...place,
    }
  })
  await insertEvents(tx, rows)
  await notifyLive(tx, { ownerId, slug, what: 'transfer' })
}
