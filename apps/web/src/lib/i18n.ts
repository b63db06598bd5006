/** One language's catalogue is loaded, the others stay on the server until they are chosen. */
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
  return instance
}

export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  const { catalogue } = await catalogues[language]()
  for (const [namespace, texts] of Object.entries(catalogue)) instance.addResourceBundle(language, namespace, texts)
  await instance.changeLanguage(language)
}

/** The language of this page, for formats and for texts that stand in no catalogue of the app. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'zh' ? 'zh' : 'en')
