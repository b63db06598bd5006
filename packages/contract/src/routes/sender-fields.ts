/** What its sender sets of a transfer and its row keeps as it is. A new one is a row here, a column, a place in the forms, and words. */
import * as z from 'zod/mini'
import { downloadLimitMax, titleMaxChars } from '../limits.ts'
import { message, textUpTo } from './fields.ts'

/** What its sender calls it; where it is empty, its files do. */
const title = z.pipe(
  textUpTo(titleMaxChars),
  z.transform((text: string) => text.trim()),
)
const downloadLimit = z.nullable(z.int('invalid').check(z.minimum(1, 'tooSmall'), z.maximum(downloadLimitMax, 'tooLarge')))

/** `sent`: taken by the calls that send; `changed`: by the one that edits, where what is not given stays; `told`: of a transfer. */
const senderFields = {
  title: { sent: z._default(title, ''), changed: z.optional(title), told: z.string() },
  message: { sent: z.optional(message), changed: z.optional(message), told: z.string() },
  downloadLimit: { sent: z._default(downloadLimit, null), changed: z.optional(downloadLimit), told: z.nullable(z.int()) },
  notifyOnDownload: { sent: z.optional(z.boolean()), changed: z.optional(z.boolean()), told: z.boolean() },
}
type Fields = typeof senderFields
export type SenderField = keyof Fields

export const senderFieldNames = Object.keys(senderFields) as SenderField[]

const all = <U extends 'sent' | 'changed' | 'told'>(use: U) =>
  Object.fromEntries(senderFieldNames.map((name) => [name, senderFields[name][use]])) as unknown as {
    [F in SenderField]: Fields[F][U]
  }

export const sentFields = all('sent')
export const changedFields = all('changed')
export const toldFields = all('told')

type Values = { [F in SenderField]: z.output<Fields[F]['told']> }

/** Of a call that sends, for its row; of a row, for what is told of it. */
export const senderValues = (from: Values): Values =>
  Object.fromEntries(senderFieldNames.map((name) => [name, from[name]])) as Values
