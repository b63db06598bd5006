/** What an error says, by language. */
import type { ErrorCode, ErrorDetails, FieldCode } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { isRole } from '@sampan/contract/plans'
import { fillSlots } from './fill-text.ts'
import { formatBytes, formatDuration } from './format.ts'
import { about } from './registry/about.ts'
import { errors } from './registry/errors.ts'
import { roleNames } from './registry/role-names.ts'

/** As many as a line can name. */
const maxNamed = 5

function listed(values: readonly string[], language: Language): string {
  const more = values.length - maxNamed
  return values.slice(0, maxNamed).join(about[language].comma) + (more > 0 ? errors[language].others(more) : '')
}

/** Details ending in Bytes or Seconds are formatted into the slot without that ending; a role is told by its name. */
function slotValues(details: ErrorDetails, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => {
      if (key.endsWith('Bytes')) return [key.slice(0, -5), formatBytes(Number(value), language)]
      if (key.endsWith('Seconds')) return [key.slice(0, -7), formatDuration(Number(value), language)]
      if (key === 'role' && isRole(value)) return [key, roleNames[language][value]]
      return [key, Array.isArray(value) ? listed(value, language) : String(value)]
    }),
  )
}

/** The catalogue's sentence for a code, its slots filled from the details. */
export function errorText(code: ErrorCode, details: ErrorDetails, language: Language): string {
  const { codes, operator } = errors[language]
  const values: Record<string, string> = { email: operator, ...slotValues(details, language) }
  return fillSlots(codes[code], language, (slot) => values[slot] ?? '')
}

export const fieldText = (code: FieldCode, language: Language): string => errors[language].fields[code]
