/** What a built page says of its parts, so that the server finds them where the operator has words of their own. */
const begin = (part: string) => `<!--${part}-->`
const end = (part: string) => `<!--/${part}-->`
type Part = 'words' | 'picture'

export const inMarks = (part: Part, html: string): string => begin(part) + html + end(part)

/** Another text between the marks of this part; a page without them stays as it is. */
export function betweenMarks(page: string, part: Part, html: string): string {
  const [from, to] = [page.indexOf(begin(part)), page.indexOf(end(part))]
  return from < 0 || to < from ? page : page.slice(0, from) + inMarks(part, html) + page.slice(to + end(part).length)
}
