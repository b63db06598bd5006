/** What stands at the head of a page's Markdown. A page of ours that says it wrongly, or not at all, ends the build; of one of the operator's the page as built is shown. */
import * as z from 'zod/mini'

/** The screens that e2e/screens takes of the running product. */
export const screens = ['send', 'download', 'transfers', 'request', 'supplier', 'analytics', 'receipt', 'dash', 'phone'] as const
export type Screen = (typeof screens)[number]

/** In the order of the support pages. */
export const supportGroups = ['sending', 'receiving', 'account', 'operator'] as const

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const words = (most: number) => z.string().check(z.minLength(2), z.maxLength(most))

export const frontMatter = z.strictObject({
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
