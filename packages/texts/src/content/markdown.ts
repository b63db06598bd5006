/** Markdown of public pages as HTML, without a browser: links in the reader's language, pictures in the formats that browsers know, limits as this installation has them. */
import { pathIn } from '@sampan/contract/page-language'
import { builtOperator, builtOrigin, type Language } from '@sampan/contract/paths'
import { isRole, type PlanLimit, planLimitNames, rolePlan } from '@sampan/contract/plans'
import { Marked } from 'marked'
import { formatPlanLimit } from '../format.ts'
import { type Screen, screens } from './front-matter.ts'
import { escaped, pictureHtml } from './picture-html.ts'

const marks: Record<string, string> = {
  origin: builtOrigin,
  operator: builtOperator.name,
  address: builtOperator.address,
  email: builtOperator.email,
}

const isPlanLimit = (name: string): name is PlanLimit => planLimitNames.some((each) => each === name)

/** `{operator}`, or a limit of a plan such as `{free.uploadBytes}`, into which the server writes what holds here (K1). */
const filled = (html: string, language: Language): string =>
  html.replace(/\{(\w+)(?:\.(\w+))?\}/g, (slot, first: string, second?: string) => {
    if (second === undefined && marks[first]) return marks[first]
    const value = isRole(first) && second && isPlanLimit(second) ? rolePlan(first)[second] : null
    if (value === null) throw new Error(`There is nothing to put for ${slot}`)
    return `<span data-plan-limit="${first}.${second}">${formatPlanLimit(second as PlanLimit, value, language)}</span>`
  })

/** Where a link may lead: a page is never a program. */
const isFollowed = /^(?:https?:|mailto:|[/#])/i
/** All that is taken of HTML: what says of a sentence that it goes where the operator is not named. Everything else is shown as it is written. */
const ownTag = /^<(?:\/?p|\/a|p data-operator="\w+"|a href="mailto:\{email\}")>$/

const isScreen = (name: string): name is Screen => screens.some((each) => each === name)

export function renderMarkdown(markdown: string, language: Language): string {
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        if (!isFollowed.test(href)) return text
        const [path = '', hash] = href.split('#')
        const to = path.startsWith('/') ? pathIn(path, language) + (hash ? `#${hash}` : '') : href
        const rel = /^(?:https?:|\/\/)/.test(to) ? ' rel="noreferrer"' : ''
        return `<a href="${escaped(to)}"${rel}>${text}</a>`
      },
      html: ({ text }) => text.replace(/<[^>]*>?/g, (tag) => (ownTag.test(tag) ? tag : escaped(tag))),
      image({ href, text }) {
        if (!isScreen(href)) throw new Error(`There is no screen ${href}`)
        return `<figure>${pictureHtml(href, text, language)}</figure>`
      },
      // It scrolls where it is wider than a phone, also by keyboard; so does a table.
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>`,
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((row) => cells(row, 'td')).join('')
        return `<div class="table" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`
      },
    },
  })
  return filled(marked.parse(markdown, { async: false }), language)
}

/** Its words alone, for the search. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:quot|#39|amp|lt|gt);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
