/** The language of the account and that of the page: each follows the other where nothing else was chosen. */
import { cookieName, languageCookie } from '@sampan/contract/cookies'
import type { Language } from '@sampan/contract/paths'
import { type User, updateProfile } from '@sampan/contract/routes/accounts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, useLanguage } from '../../lib/i18n.ts'
import { rememberLanguage } from '../../lib/language.ts'
import { api } from '../../product/session/api.ts'
import { changeUser } from '../../product/session/session.ts'

export function hasChosenLanguage(cookie: string): boolean {
  const names = cookie.split('; ').map((each) => each.split('=')[0])
  return [true, false].some((isHttps) => names.includes(cookieName(languageCookie.name, isHttps)))
}

/** In a browser that has chosen no language the page follows the account's. False while the other language is on its way: nothing is shown in the wrong one first. */
export function useAccountLanguage(language: Language): boolean {
  const { i18n } = useTranslation()
  const shown = useLanguage()
  const [isReady, setReady] = useState(() => shown === language || hasChosenLanguage(document.cookie))
  useEffect(() => {
    if (isReady) return
    // Remembered, so that the server writes the next page in it at once.
    rememberLanguage(language)
    changeLanguage(i18n, language).then(
      () => setReady(true),
      () => setReady(true),
    )
  }, [isReady, language, i18n])
  return isReady
}

/** Whoever changes the language here wants the mails in it too. */
export function useSavedLanguage(user: User): void {
  const language = useLanguage()
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    if (language === user.language) return
    api.call(updateProfile, { body: { language } }).then(
      ({ user }) => changeUser(user),
      () => {},
    )
  }, [language, user.language])
}
