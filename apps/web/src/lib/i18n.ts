/** One language's catalogue is loaded, the others stay on the server until they are chosen; so do the texts of large areas. */
import type { Language } from '@sampan/contract/paths'
import type { Catalogue } from '@sampan/texts/languages/en/app/index'
import { createInstance, type i18n } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { productName } from './product-name.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    resources: Catalogue
  }
}

const catalogues = {
  en: () => import('@sampan/texts/languages/en/app/index'),
  zh: () => import('@sampan/texts/languages/zh/app/index'),
}

const areas = {
  manage: {
    en: () => import('@sampan/texts/languages/en/app/manage').then(({ manage }) => manage),
    zh: () => import('@sampan/texts/languages/zh/app/manage').then(({ manage }) => manage),
  },
  extension: {
    en: () => import('@sampan/texts/languages/en/app/extension').then(({ extension }) => extension),
    zh: () => import('@sampan/texts/languages/zh/app/extension').then(({ extension }) => extension),
  },
  refusal: {
    en: () => import('@sampan/texts/languages/en/app/refusal').then(({ refusal }) => refusal),
    zh: () => import('@sampan/texts/languages/zh/app/refusal').then(({ refusal }) => refusal),
  },
  dash: {
    en: () => import('@sampan/texts/languages/en/app/dash').then(({ dash }) => dash),
    zh: () => import('@sampan/texts/languages/zh/app/dash').then(({ dash }) => dash),
  },
  analytics: {
    en: () => import('@sampan/texts/languages/en/app/analytics').then(({ analytics }) => analytics),
    zh: () => import('@sampan/texts/languages/zh/app/analytics').then(({ analytics }) => analytics),
  },
  detail: {
    en: () => import('@sampan/texts/languages/en/app/detail').then(({ detail }) => detail),
    zh: () => import('@sampan/texts/languages/zh/app/detail').then(({ detail }) => detail),
  },
  files: {
    en: () => import('@sampan/texts/languages/en/app/files').then(({ files }) => files),
    zh: () => import('@sampan/texts/languages/zh/app/files').then(({ files }) => files),
  },
  notifications: {
    en: () => import('@sampan/texts/languages/en/app/notifications').then(({ notifications }) => notifications),
    zh: () => import('@sampan/texts/languages/zh/app/notifications').then(({ notifications }) => notifications),
  },
  receipts: {
    en: () => import('@sampan/texts/languages/en/app/receipts').then(({ receipts }) => receipts),
    zh: () => import('@sampan/texts/languages/zh/app/receipts').then(({ receipts }) => receipts),
  },
  overview: {
    en: () => import('@sampan/texts/languages/en/app/overview').then(({ overview }) => overview),
    zh: () => import('@sampan/texts/languages/zh/app/overview').then(({ overview }) => overview),
  },
  palette: {
    en: () => import('@sampan/texts/languages/en/app/palette').then(({ palette }) => palette),
    zh: () => import('@sampan/texts/languages/zh/app/palette').then(({ palette }) => palette),
  },
  contacts: {
    en: () => import('@sampan/texts/languages/en/app/contacts').then(({ contacts }) => contacts),
    zh: () => import('@sampan/texts/languages/zh/app/contacts').then(({ contacts }) => contacts),
  },
  settings: {
    en: () => import('@sampan/texts/languages/en/app/settings').then(({ settings }) => settings),
    zh: () => import('@sampan/texts/languages/zh/app/settings').then(({ settings }) => settings),
  },
  feedback: {
    en: () => import('@sampan/texts/languages/en/app/feedback').then(({ feedback }) => feedback),
    zh: () => import('@sampan/texts/languages/zh/app/feedback').then(({ feedback }) => feedback),
  },
  profile: {
    en: () => import('@sampan/texts/languages/en/app/profile').then(({ profile }) => profile),
    zh: () => import('@sampan/texts/languages/zh/app/profile').then(({ profile }) => profile),
  },
  welcome: {
    en: () => import('@sampan/texts/languages/en/app/welcome').then(({ welcome }) => welcome),
    zh: () => import('@sampan/texts/languages/zh/app/welcome').then(({ welcome }) => welcome),
  },
  security: {
    en: () => import('@sampan/texts/languages/en/app/security').then(({ security }) => security),
    zh: () => import('@sampan/texts/languages/zh/app/security').then(({ security }) => security),
  },
  billing: {
    en: () => import('@sampan/texts/languages/en/app/billing').then(({ billing }) => billing),
    zh: () => import('@sampan/texts/languages/zh/app/billing').then(({ billing }) => billing),
  },
}
type Area = keyof typeof areas
/** Of the page: the loaders of routes bring texts before any component is there. */
const loadedAreas = new Set<Area>()

const addArea = async (instance: i18n, area: Area, language: Language) =>
  void instance.addResourceBundle(language, area, await areas[area][language]())

let ofThisPage: i18n | null = null

type Besides = Record<Language, Record<string, string>>
const besides = new Map<string, Besides>()

const addBesides = (instance: i18n, namespace: string, texts: Besides): void => {
  for (const [language, bundle] of Object.entries(texts)) instance.addResourceBundle(language, namespace, bundle)
}

/** Texts that come with the code of a prerendered page: in place from its first moment on, in every language. */
export function addTexts(namespace: 'plans' | 'licences', texts: Besides): void {
  besides.set(namespace, texts)
  if (ofThisPage) addBesides(ofThisPage, namespace, texts)
}

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
    interpolation: { escapeValue: false, defaultVariables: { product: productName() } },
    react: { useSuspense: false },
  })
  for (const [namespace, texts] of besides) addBesides(instance, namespace, texts)
  ofThisPage = instance
  return instance
}

export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  const { catalogue } = await catalogues[language]()
  for (const [namespace, texts] of Object.entries(catalogue)) instance.addResourceBundle(language, namespace, texts)
  for (const area of loadedAreas) await addArea(instance, area, language)
  await instance.changeLanguage(language)
}

/** The page's language at this moment, for what outlives the component that began it. */
export const languageNow = (): Language => (ofThisPage?.language === 'zh' ? 'zh' : 'en')

/** For titles and descriptions, which are worked out outside of every component. */
export const pageTexts = (): i18n['t'] => ofThisPage!.t

/** The language of this page, for formats and for texts that stand in no catalogue of the app. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'zh' ? 'zh' : 'en')
