/** What of a transfer this page offers: what the server says that its reader may do (M2). */
import type { Action } from '@sampan/contract/permissions'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'

type Said = Pick<TransferRecord, 'may'>

/** A server of the version before does not say; it refuses by itself what is not allowed. */
export const mayDo = ({ may }: Said, action: Action): boolean => may?.includes(action) ?? true

/** Its link opens to anyone already, or the reader may open it to them by passing it on. */
export const mayPassOn = (transfer: Said & Pick<TransferRecord, 'isLinkOpen'>): boolean =>
  transfer.isLinkOpen || mayDo(transfer, 'change')
