/** The sentences of the app, brought one namespace at a time: a page asks for no language but its own. Vite alone reads the glob. */
import type { defaultLanguage, Language } from '@sampan/contract/paths'
import type { Translation } from './languages/translation.ts'
import type { AppTexts } from './registry/app.ts'

/** The keys that every language has to have. */
export type Catalogue = AppTexts[typeof defaultLanguage]
export type Namespace = keyof Catalogue
/** Does not compile where a language lacks a sentence. */
type Complete<Texts extends Record<Language, { [Name in Namespace]: Translation<Catalogue[Name]> }>> = Texts
type Texts = Complete<AppTexts>[Language]

/** Those of plans and licence codes come with the code of their pages. */
const loaders = import.meta.glob<Partial<Texts>>(['./languages/*/app/*.ts', '!./languages/*/app/{plans,licences}.ts'])

export async function loadNamespace(language: Language, name: Namespace): Promise<Record<string, string>> {
  const module = await loaders[`./languages/${language}/app/${name}.ts`]?.()
  return module?.[name] ?? {}
}
