/** What its sender sets of a transfer and its row keeps as it is, by name; how calls take each is in `routes/sender-fields.ts`. */
import { titleMaxChars } from '../limits.ts'

/** Lines of text that its recipients read too, each with the most characters it may have. Calls, rows and forms have a new one by this. */
export const senderLines = {
  /** What its sender calls it; where it is empty, its files do. */
  title: titleMaxChars,
}
export type SenderLine = keyof typeof senderLines
export const senderLineNames = Object.keys(senderLines) as SenderLine[]

export type SenderValues = { [L in SenderLine]: string } & {
  message: string
  downloadLimit: number | null
  notifyOnDownload: boolean
}
export type SenderField = keyof SenderValues

const emptyLines = Object.fromEntries(senderLineNames.map((name) => [name, ''])) as { [L in SenderLine]: string }

/** What a form begins with. */
export const startValues: SenderValues = { ...emptyLines, message: '', downloadLimit: null, notifyOnDownload: true }

export const senderFieldNames = Object.keys(startValues) as SenderField[]

/** Of a call that sends, for its row; of a row, for what is told of it. */
export const senderValues = (from: SenderValues): SenderValues =>
  Object.fromEntries(senderFieldNames.map((name) => [name, from[name]])) as SenderValues

/** Only those that say something. */
export const linesSaid = (from: Pick<SenderValues, SenderLine>): { [L in SenderLine]?: string } =>
  Object.fromEntries(senderLineNames.flatMap((name) => (from[name] ? [[name, from[name]]] : [])))
