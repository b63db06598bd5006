/** How calls take and tell what its sender sets of a transfer; `rules/sender-values.ts` says what that is. */
import * as z from 'zod/mini'
import { downloadLimitMax } from '../limits.ts'
import { type SenderField, type SenderLine, senderFieldNames, senderLineNames, senderLines } from '../rules/sender-values.ts'
import { message, textUpTo } from './fields.ts'

function line(maxChars: number) {
  const text = z.pipe(
    textUpTo(maxChars),
    z.transform((given: string) => given.trim()),
  )
  return { sent: z._default(text, ''), changed: z.optional(text), told: z.string(), shown: z.optional(z.string()) }
}
const lines = Object.fromEntries(senderLineNames.map((name) => [name, line(senderLines[name])])) as {
  [L in SenderLine]: ReturnType<typeof line>
}
const downloadLimit = z.nullable(z.int('invalid').check(z.minimum(1, 'tooSmall'), z.maximum(downloadLimitMax, 'tooLarge')))

/** `sent`: taken by the calls that send; `changed`: by the one that edits, where what is not given stays; `told`: of a transfer. */
const senderFields = {
  ...lines,
  message: { sent: z.optional(message), changed: z.optional(message), told: z.string() },
  downloadLimit: { sent: z._default(downloadLimit, null), changed: z.optional(downloadLimit), told: z.nullable(z.int()) },
  notifyOnDownload: { sent: z.optional(z.boolean()), changed: z.optional(z.boolean()), told: z.boolean() },
} satisfies Record<SenderField, unknown>
type Fields = typeof senderFields

const all = <U extends 'sent' | 'changed' | 'told'>(use: U) =>
  Object.fromEntries(senderFieldNames.map((name) => [name, senderFields[name][use]])) as unknown as {
    [F in SenderField]: Fields[F][U]
  }

export const sentFields = all('sent')
export const changedFields = all('changed')
export const toldFields = all('told')

/** As the page of a link is told them: only those that say something. */
export const shownLines = Object.fromEntries(senderLineNames.map((name) => [name, lines[name].shown])) as {
  [L in SenderLine]: (typeof lines)[L]['shown']
}
