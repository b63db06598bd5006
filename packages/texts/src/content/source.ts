/** The Markdown of a page with its checked head. No browser gets this file. */
import { builtProductName } from '@sampan/contract/paths'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { type FrontMatter, frontMatter } from './front-matter.ts'

export type Source = FrontMatter & { markdown: string }

/** The name of the service is the operator's, in heads too. */
export function readSource(name: string, text: string): Source {
  const named = text.replaceAll('\r\n', '\n').replaceAll('{product}', builtProductName)
  const [, head, markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(named) ?? []
  if (head === undefined || markdown === undefined) throw new Error(`${name} does not begin with its front matter`)
  const result = z.safeParse(frontMatter, parse(head))
  if (!result.success) throw new Error(`${name} has a wrong head: ${JSON.stringify(result.error.issues)}`)
  if (result.data.picture && !result.data.alt) throw new Error(`${name}: a picture needs alt`)
  return { ...result.data, markdown }
}
