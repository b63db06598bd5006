/** Ends what is not paid, from a page that knows nothing else of the plan (P5). */
import { continueOnFree } from '@sampan/contract/routes/billing'
import { api } from './api.ts'
import { tellSession } from './tell-session.ts'

export async function continueFree(): Promise<void> {
  tellSession(await api.call(continueOnFree))
}
