/** The pages of apps/web/content, read and checked as they are built. No browser gets this file. */
import { defaultLanguage, type Language } from '@sampan/contract/paths'
import { type Article, articles, type Idea, ideas, type ProductPage, productPages, supportArticles } from '@sampan/contract/site'
import type { FrontMatter } from '@sampan/texts/content/front-matter'
import { plainText, renderMarkdown } from '@sampan/texts/content/markdown'
import { inMarks } from '@sampan/texts/content/marks'
import { readSource, type Source } from '@sampan/texts/content/source'

const files = import.meta.glob<string>('../../../content/*/**/*.md', { query: '?raw', import: 'default', eager: true })

/** As `en/blog/best-file-transfer-china`. */
export const sources: ReadonlyMap<string, Source> = new Map(
  Object.entries(files).map(([path, text]) => {
    const name = path.replace(/^.*\/content\//, '').replace(/\.md$/, '')
    return [name, readSource(name, text)]
  }),
)

export type Page = FrontMatter & { name: string; language: Language; html: string }
export type Summary = Pick<FrontMatter, 'title' | 'description' | 'date' | 'picture' | 'alt' | 'group'> & { name: string }

/** A language that is new here has the words of its pages still to come: the first one's stand there meanwhile (I1). */
function sourceOf(name: string, language: Language): Source {
  const source = sources.get(`${language}/${name}`) ?? sources.get(`${defaultLanguage}/${name}`)
  if (!source) throw new Error(`There is no content ${language}/${name}`)
  return source
}

export function readPage(name: string, language: Language): Page {
  const { markdown, ...head } = sourceOf(name, language)
  return { ...head, name, language, html: inMarks('words', renderMarkdown(markdown, language)) }
}

const summaryOf = (folder: string, name: string, language: Language): Summary => {
  const { title, description, date, picture, alt, group } = sourceOf(`${folder}/${name}`, language)
  return { name, title, description, ...(date && { date }), ...(picture && { picture, alt }), ...(group && { group }) }
}

/** Newest first. */
export const listArticles = (language: Language): (Summary & { name: Article; date: string })[] =>
  articles
    .map((name) => ({ date: '', ...summaryOf('blog', name, language), name }))
    .sort((one, other) => other.date.localeCompare(one.date))

export const listSupport = (language: Language): Summary[] => supportArticles.map((name) => summaryOf('support', name, language))

export const listProducts = (language: Language): (Summary & { name: ProductPage })[] =>
  productPages.map((name) => ({ ...summaryOf('product', name, language), name }))

/** The ideas of the roadmap: a heading with the name of each, and its words below. */
export function readIdeas(language: Language): { idea: Idea; title: string; html: string }[] {
  const { markdown } = sourceOf('ideas', language)
  const sections = markdown.split(/^## /m).slice(1)
  return ideas.map((idea) => {
    const section = sections.find((each) => each.startsWith(`${idea}: `))
    const [, title, text] = /^[\w-]+: (.+)\n([\s\S]*)$/.exec(section ?? '') ?? []
    if (!title || text === undefined) throw new Error(`${language}/ideas says nothing of ${idea}`)
    return { idea, title, html: renderMarkdown(text, language) }
  })
}

/** What the search looks through. */
export const supportIndex = (language: Language) =>
  supportArticles.map((name) => {
    const { title, description, html } = readPage(`support/${name}`, language)
    return { name, title, description, text: plainText(html) }
  })
