/** The one way from the page to the server. */
import { createApi } from '@sampan/client/api'

export const api = createApi()
