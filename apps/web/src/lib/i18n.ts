/** One language's catalogue is loaded, the others stay on the server until they are chosen; so do the texts of large areas. */
import type { Language } from '@sampan/contract/paths'
import type { Catalogue } from '@sampan/texts/app/en/index'
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
  en: () => import('@sampan/texts/app/en/index'),
  zh: () => import('@sampan/texts/app/zh/index'),
}

const areas = {
  manage: {
    en: () => import('@sampan/texts/app/en/manage').then(({ manage }) => manage),
    zh: () => import('@sampan/texts/app/zh/manage').then(({ manage }) => manage),
  },
  extension: {
    en: () => import('@sampan/texts/app/en/extension').then(({ extension }) => extension),
    zh: () => import('@sampan/texts/app/zh/extension').then(({ extension }) => extension),
  },
  refusal: {
    en: () => import('@sampan/texts/app/en/refusal').then(({ refusal }) => refusal),
    zh: () => import('@sampan/texts/app/zh/refusal').then(({ refusal }) => refusal),
  },
  dash: {
    en: () => import('@sampan/texts/app/en/dash').then(({ dash }) => dash),
    zh: () => import('@sampan/texts/app/zh/dash').then(({ dash }) => dash),
  },
  analytics: {
    en: () => import('@sampan/texts/app/en/analytics').then(({ analytics }) => analytics),
    zh: () => import('@sampan/texts/app/zh/analytics').then(({ analytics }) => analytics),
  },
  detail: {
    en: () => import('@sampan/texts/app/en/detail').then(({ detail }) => detail),
    zh: () => import('@sampan/texts/app/zh/detail').then(({ detail }) => detail),
  },
  files: {
    en: () => import('@sampan/texts/app/en/files').then(({ files }) => files),
    zh: () => import('@sampan/texts/app/zh/files').then(({ files }) => files),
  },
  notifications: {
    en: () => import('@sampan/texts/app/en/notifications').then(({ notifications }) => notifications),
    zh: () => import('@sampan/texts/app/zh/notifications').then(({ notifications }) => notifications),
  },
  receipts: {
    en: () => import('@sampan/texts/app/en/receipts').then(({ receipts }) => receipts),
    zh: () => import('@sampan/texts/app/zh/receipts').then(({ receipts }) => receipts),
  },
  overview: {
    en: () => import('@sampan/texts/app/en/overview').then(({ overview }) => overview),
    zh: () => import('@sampan/texts/app/zh/overview').then(({ overview }) => overview),
  },
  palette: {
    en: () => import('@sampan/texts/app/en/palette').then(({ palette }) => palette),
    zh: () => import('@sampan/texts/app/zh/palette').then(({ palette }) => palette),
  },
  contacts: {
    en: () => import('@sampan/texts/app/en/contacts').then(({ contacts }) => contacts),
    zh: () => import('@sampan/texts/app/zh/contacts').then(({ contacts }) => contacts),
  },
  settings: {
    en: () => import('@sampan/texts/app/en/settings').then(({ settings }) => settings),
    zh: () => import('@sampan/texts/app/zh/settings').then(({ settings }) => settings),
  },
  feedback: {
    en: () => import('@sampan/texts/app/en/feedback').then(({ feedback }) => feedback),
    zh: () => import('@sampan/texts/app/zh/feedback').then(({ feedback }) => feedback),
  },
  profile: {
    en: () => import('@sampan/texts/app/en/profile').then(({ profile }) => profile),
    zh: () => import('@sampan/texts/app/zh/profile').then(({ profile }) => profile),
  },
  welcome: {
    en: () => import('@sampan/texts/app/en/welcome').then(({ welcome }) => welcome),
    zh: () => import('@sampan/texts/app/zh/welcome').then(({ welcome }) => welcome),
  },
  security: {
    en: () => import('@sampan/texts/app/en/security').then(({ security }) => security),
    zh: () => import('@sampan/texts/app/zh/security').then(({ security }) => security),
  },
  billing: {
    en: () => import('@sampan/texts/app/en/billing').then(({ billing }) => billing),
    zh: () => import('@sampan/texts/app/zh/billing').then(({ billing }) => billing),
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
