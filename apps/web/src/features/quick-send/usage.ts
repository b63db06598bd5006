/** What an account has used; apart, so that the first page loads neither the client nor the schemas. */
import { folderSize } from '@sampan/contract/routes/accounts'
import { api } from '../../lib/api.ts'
import type { Usage } from './limits.ts'

export const readUsage = (): Promise<Usage> => api.call(folderSize, { body: {} })
