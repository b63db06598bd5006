/** The calls of licence codes; apart, so that the page loads neither client nor schemas before they are needed. */
import { readLicences, upgradeAppSumo } from '@sampan/contract/routes/licences'
import { api } from '../../product/session/api.ts'

export const readOwn = (signal?: AbortSignal) => api.call(readLicences, { signal })
export const activate = (codes: string[]) => api.call(upgradeAppSumo, { body: { codes } })
