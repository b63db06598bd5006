import type { dash as english } from '../en/dash.ts'
import type { Translation } from '../translation.ts'

export const dash: Translation<typeof english> = {
  transfers: '传输',
}
