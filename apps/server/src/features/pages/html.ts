/** Markup in which every value is escaped unless it is markup itself (R32). */

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | readonly Html[] | null | false

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark]!)

function markup(value: Value): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map((each) => each.text).join('') : escaped(String(value))
}

/** For text between tags and for attributes in quotation marks, never inside a script. */
export const html = (pieces: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(pieces.map((piece, i) => (i === 0 ? piece : markup(values[i - 1]!) + piece)).join(''))

/** JSON that can neither end the script element around it nor break a line in it. */
export const jsonInScript = (value: unknown): Html =>
  new Html(JSON.stringify(value).replace(/[<\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`))
