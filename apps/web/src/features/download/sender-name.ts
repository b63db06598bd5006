import type { TransferView } from '@sampan/contract/routes/downloads'
import { shownName } from '../../lib/safe-text.ts'

export type Sender = NonNullable<TransferView['sender']>

export const senderName = ({ name, email }: Sender): string => shownName(name?.trim() || email)
