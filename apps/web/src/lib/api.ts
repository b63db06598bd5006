/** The one way from the page to the server. */
import { createApi } from '@sampan/client/api'
import { apiSession } from './session.ts'

export const api = createApi({ session: apiSession })
