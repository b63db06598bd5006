import type { EventActor, EventKind } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import { insertEvents, ownersOf } from './queries.ts'

type Happened = {
  kind: EventKind
  actor: EventActor
  at: Date
  recipient?: { id: string; email: string } | null | undefined
  place?: { countryCode: string | null; city: string } | undefined
  program?: string | undefined
  detail?: Record<string, string | number | null> | undefined
}
export type NewEvent = Happened & { transferId: string }

/** In the transaction of what happened; whoever watches the transfer learns of it once that is committed. */
export const addEvent = (tx: Transaction, { transferId, ...event }: NewEvent): Promise<void> => addEvents(tx, transferId, [event])

/** Several of one transfer, which are told once. */
export async function addEvents(tx: Transaction, transferId: string, events: Happened[]): Promise<void> {
  const to = events.length > 0 && (await ownersOf(tx, transferId))
  if (!to) return
  const { ownerId, slug } = to
  const rows = events.map(({ recipient, place, ...event }) => {
    return { ...event, transferId, ownerId, recipientId: recipient?.id, recipientEmail: recipient?.email, ...place }
  })
  await insertEvents(tx, rows)
  await notifyLive(tx, { ownerId, slug, what: 'transfer' })
}
