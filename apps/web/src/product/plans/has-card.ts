/** Whether a card is kept for what is not paid: what ended is no trial then (Q16, P5). From a page that knows nothing else of the plan. */
import { readBilling } from '@sampan/contract/routes/billing'
import { api } from '../session/api.ts'

export const hasCard = async (): Promise<boolean> => (await api.call(readBilling)).card !== null
