import type { RequestView } from '@sampan/contract/routes/request-page'
import { shownName } from '../../lib/safe-text.ts'

export const requesterName = ({ requester }: Pick<RequestView, 'requester'>, someone: string): string =>
  shownName(requester?.name.trim() || requester?.email || someone)
