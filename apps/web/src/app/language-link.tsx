/** The way to the other language: a true link on public pages, in place elsewhere; what was filled in stays. */
import type { Language } from '@sampan/contract/paths'
import { Languages } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { changeLanguage, useLanguage } from '../lib/i18n.ts'
import { htmlLanguage, pathIn, rememberLanguage } from '../lib/language.ts'
import classes from './shell.module.css'

const names: Record<Language, string> = { en: 'English', zh: '中文' }

/** `isShort` leaves the picture out where space is scarce. */
export function LanguageLink({ isShort = false }: { isShort?: boolean }) {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const other: Language = useLanguage() === 'zh' ? 'en' : 'zh'
  const target = pathIn(pathname, other)

  async function change(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    rememberLanguage(other)
    await changeLanguage(i18n, other)
    if (target !== pathname) navigate(target + search, { preventScrollReset: true, replace: true })
  }

  return (
    <a
      className={classes.language}
      data-short={isShort || undefined}
      href={target}
      hrefLang={htmlLanguage(other)}
      lang={htmlLanguage(other)}
      onClick={change}
    >
      <Languages size={18} strokeWidth={1.75} aria-hidden="true" />
      {names[other]}
    </a>
  )
}
