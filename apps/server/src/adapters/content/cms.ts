/** Texts of a headless CMS that the operator has named. While it is away its last answer holds; what it has not or never told, the folders have. */
import type { Language } from '@sampan/contract/paths'
import { fetchPublic, type Guard } from '../fetch-public/fetch-public.ts'
import { type Content, isContentName, maxContentBytes } from './content.ts'

const keptMs = 60_000
/** Names are many where nobody checks them: what is kept stays small, and what was asked for longest ago makes way. */
const maxKept = 100

type Options = {
  /** Has {name} and {language} in it. */
  address: string
  folders: Content
  clock: () => Date
  log: { warn: (about: object, text: string) => void }
  guard?: Guard
}

export function createCms({ address, folders, clock, log, guard }: Options): Content {
  const kept = new Map<string, { text: Promise<string | null>; until: number }>()

  /** `last`: what it told before, which is better than nothing while it cannot be asked. */
  async function ask(name: string, language: Language, last: Promise<string | null> | undefined): Promise<string | null> {
    const url = address.replaceAll('{name}', name).replaceAll('{language}', language)
    try {
      const bytes = await fetchPublic(url, 'text/markdown, text/plain', guard)
      return bytes?.toString('utf8', 0, maxContentBytes) ?? null
    } catch (error) {
      log.warn({ err: error, name }, 'a text could not be asked of the CMS')
      return (await last) ?? null
    }
  }

  /** Many who read at once ask once. */
  function recent(name: string, language: Language): Promise<string | null> {
    const key = `${language}/${name}`
    const known = kept.get(key)
    if (known && known.until > clock().getTime()) return known.text
    const text = ask(name, language, known?.text)
    kept.delete(key)
    for (const oldest of kept.keys()) if (kept.size >= maxKept) kept.delete(oldest)
    kept.set(key, { text, until: clock().getTime() + keptMs })
    return text
  }

  return {
    read: async (name, language) =>
      isContentName(name) ? ((await recent(name, language)) ?? folders.read(name, language)) : null,
  }
}
