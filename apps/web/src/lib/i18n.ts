/** One language's catalogue is loaded, the others stay on the server until they are chosen; so do the texts of large areas. */
import { defaultLanguage, isLanguage, type Language } from '@sampan/contract/paths'
import { type Catalogue, loadNamespace, type Namespace } from '@sampan/texts/app'
import { closeIn, markSlot } from '@sampan/texts/close-up'
import { createInstance, type i18n, type PostProcessorModule } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { firstTexts } from './first-texts.ts'
import { productName } from './product-name.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    resources: Catalogue
  }
}

/** Those that come with the code of prerendered pages. */
type Beside = 'plans' | 'licences' | 'landing' | 'site'
type Area = Exclude<Namespace, (typeof firstTexts)[number] | Beside>
/** Of the page: the loaders of routes bring texts before any component is there. */
const loadedAreas = new Set<Area>()

const addArea = async (instance: i18n, area: Area, language: Language) =>
  void instance.addResourceBundle(language, area, await loadNamespace(language, area))

let ofThisPage: i18n | null = null

const languageIn = (instance: i18n | null): Language =>
  instance && isLanguage(instance.language) ? instance.language : defaultLanguage

const loadFirst = async (language: Language) =>
  Object.fromEntries(await Promise.all(firstTexts.map(async (name) => [name, await loadNamespace(language, name)] as const)))

type Besides = Record<Language, Partial<Record<string, string>>>
const besides = new Map<string, Besides>()

const addBesides = (instance: i18n, namespace: string, texts: Besides): void => {
  for (const [language, bundle] of Object.entries(texts)) instance.addResourceBundle(language, namespace, bundle)
}

/** Texts that come with the code of a prerendered page: in place from its first moment on, in every language. */
export function addTexts(namespace: Beside, texts: Besides): void {
  besides.set(namespace, texts)
  if (ofThisPage) addBesides(ofThisPage, namespace, texts)
}

/** For the route of an area, before it is shown: brings its texts. */
export async function loadTexts(area: Area): Promise<void> {
  if (!ofThisPage || loadedAreas.has(area)) return
  await addArea(ofThisPage, area, languageIn(ofThisPage))
  loadedAreas.add(area)
}

/** Names and titles stand as close as the sentences around them are written. */
const closing: PostProcessorModule = {
  type: 'postProcessor',
  name: 'closing',
  process: (said, _key, _options, { language }) => closeIn(isLanguage(language) ? language : defaultLanguage, said),
}

export async function createI18n(language: Language): Promise<i18n> {
  const first = await loadFirst(language)
  const instance = createInstance()
  await instance
    .use(initReactI18next)
    .use(closing)
    .init({
      lng: language,
      resources: { [language]: first },
      defaultNS: 'shell',
      // Nothing is escaped: React does. Slots are marked for `closing`.
      interpolation: { escapeValue: true, escape: markSlot, defaultVariables: { product: productName() } },
      postProcess: [closing.name],
      react: { useSuspense: false },
    })
  for (const [namespace, texts] of besides) addBesides(instance, namespace, texts)
  ofThisPage = instance
  return instance
}

export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  for (const [namespace, texts] of Object.entries(await loadFirst(language)))
    instance.addResourceBundle(language, namespace, texts)
  for (const area of loadedAreas) await addArea(instance, area, language)
  await instance.changeLanguage(language)
}

/** The page's language at this moment, for what outlives the component that began it. */
export const languageNow = (): Language => languageIn(ofThisPage)

/** For titles and descriptions, which are worked out outside of every component. */
export const pageTexts = (): i18n['t'] => ofThisPage!.t

/** The language of this page, for formats and for texts that stand in no catalogue of the app. */
export const useLanguage = (): Language => languageIn(useTranslation().i18n)
