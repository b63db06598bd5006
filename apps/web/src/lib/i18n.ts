/** One language's catalogue is loaded, the others stay on the server until they are chosen; so do the texts of large areas. */
import type { Language } from '@sampan/contract/paths'
import type { Catalogue } from '@sampan/texts/app/en/index'
import { createInstance, type i18n } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    resources: Catalogue
  }
}

const catalogues = {
  en: () => import('@sampan/texts/app/en/index'),
  zh: () => import('@sampan/texts/app/zh/index'),
}

const areas = {
  dash: {
    en: () => import('@sampan/texts/app/en/dash').then(({ dash }) => dash),
    zh: () => import('@sampan/texts/app/zh/dash').then(({ dash }) => dash),
  },
}
type Area = keyof typeof areas
const loadedAreas = new Set<Area>()

const addArea = async (instance: i18n, area: Area, language: Language) =>
  void instance.addResourceBundle(language, area, await areas[area][language]())

let ofThisPage: i18n | null = null

/** For the route of an area, before it is shown: brings its texts. */
export async function loadTexts(area: Area): Promise<void> {
  if (!ofThisPage || loadedAreas.has(area)) return
  await addArea(ofThisPage, area, ofThisPage.language === 'zh' ? 'zh' : 'en')
  loadedAreas.add(area)
}

export async function createI18n(language: Language): Promise<i18n> {
  const { catalogue } = await catalogues[language]()
  const instance = createInstance()
  await instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: catalogue },
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  ofThisPage = instance
  return instance
}

export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  const { catalogue } = await catalogues[language]()
  for (const [namespace, texts] of Object.entries(catalogue)) instance.addResourceBundle(language, namespace, texts)
  for (const area of loadedAreas) await addArea(instance, area, language)
  await instance.changeLanguage(language)
}

/** For titles and descriptions, which are worked out outside of every component. */
export const pageTexts = (): i18n['t'] => ofThisPage!.t

/** The language of this page, for formats and for texts that stand in no catalogue of the app. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'zh' ? 'zh' : 'en')
