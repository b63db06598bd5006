/** What stands at the head of a page's Markdown. A page that says it wrongly, or not at all, ends the build. */
import * as z from 'zod/mini'

/** The screens that scripts/screens.mjs takes of the running product. */
export const screens = ['send', 'download', 'transfers', 'request', 'supplier', 'analytics', 'receipt', 'dash', 'phone'] as const
export type Screen = (typeof screens)[number]

/** In the order of the support pages. */
export const supportGroups = ['sending', 'receiving', 'account', 'operator'] as const

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const words = (most: number) => z.string().check(z.minLength(2), z.maxLength(most))

const frontMatter = z.strictObject({
  title: words(80),
  /** For search engines and lists. */
  description: words(180),
  /** Under the heading; without it the description stands there. */
  subtitle: z.optional(words(240)),
  date: z.optional(day),
  picture: z.optional(z.enum(screens)),
  /** What the picture shows, for who does not see it. */
  alt: z.optional(words(200)),
  group: z.optional(z.enum(supportGroups)),
})
export type FrontMatter = z.output<typeof frontMatter>

export type Source = FrontMatter & { markdown: string }

/** `parse` reads YAML: the browser never does. */
export function readSource(name: string, text: string, parse: (yaml: string) => unknown): Source {
  const [, head, markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || markdown === undefined) throw new Error(`${name} does not begin with its front matter`)
  const result = z.safeParse(frontMatter, parse(head))
  if (!result.success) throw new Error(`${name} has a wrong head: ${JSON.stringify(result.error.issues)}`)
  if (result.data.picture && !result.data.alt) throw new Error(`${name}: a picture needs alt`)
  return { ...result.data, markdown }
}
