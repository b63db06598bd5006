/** What the account's transfers begin with; apart, so that the first page loads neither the client nor the schemas. */
import { readSettings, type TransferSettings } from '@sampan/contract/routes/settings'
import { api } from '../../../product/session/api.ts'

export const readTransferSettings = async (signal: AbortSignal): Promise<TransferSettings> =>
  (await api.call(readSettings, { signal })).settings.transferSettings
