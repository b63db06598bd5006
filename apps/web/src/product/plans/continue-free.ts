/** Ends what is not paid, from a page that knows nothing else of the plan (P5). */
import { continueOnFree } from '@sampan/contract/routes/billing'
import { api } from '../session/api.ts'
import { updateSession } from '../session/update-session.ts'

export async function continueFree(): Promise<void> {
  updateSession(await api.call(continueOnFree))
}
