/** The ways to the other languages: true links on public pages, in place elsewhere; what was filled in stays. */
import { languages } from '@sampan/contract/languages'
import type { Language } from '@sampan/contract/paths'
import { about } from '@sampan/texts/registry/about'
import { Languages } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { changeLanguage, useLanguage } from '../lib/i18n.ts'
import { htmlLanguage, pathIn, rememberLanguage } from '../lib/language.ts'
import { FoldMenu } from './fold-menu.tsx'
import classes from './shell.module.css'

/** `isShort` leaves the picture out where space is scarce, and shows no more than one word. */
export function LanguageLinks({ isShort = false }: { isShort?: boolean }) {
  const shown = useLanguage()
  const others = languages.filter((each) => each !== shown)
  const [only, ...more] = others
  if (only && more.length === 0) return <LanguageLink to={only} isShort={isShort} />
  if (others.length > 0 && isShort) return <LanguageMenu shown={shown} others={others} />
  return (
    <span className={classes.languages}>
      {others.map((each) => (
        <LanguageLink key={each} to={each} />
      ))}
    </span>
  )
}

const Picture = () => <Languages size={18} strokeWidth={1.75} aria-hidden="true" />

type LinkProps = { to: Language; isShort?: boolean; onChosen?: () => void }

function LanguageLink({ to, isShort = false, onChosen }: LinkProps) {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const target = pathIn(pathname, to)

  async function change(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onChosen?.()
    rememberLanguage(to)
    await changeLanguage(i18n, to)
    if (target !== pathname) navigate(target + search, { preventScrollReset: true, replace: true })
  }

  return (
    <a
      className={classes.language}
      data-short={isShort || undefined}
      href={target}
      hrefLang={htmlLanguage(to)}
      lang={htmlLanguage(to)}
      onClick={change}
    >
      <Picture />
      {about[to].name}
    </a>
  )
}

function LanguageMenu({ shown, others }: { shown: Language; others: readonly Language[] }) {
  const title = (
    <>
      <Picture />
      {about[shown].name}
    </>
  )
  return (
    <FoldMenu title={title} titleClass={classes.language}>
      {(close) => others.map((each) => <LanguageLink key={each} to={each} onChosen={close} />)}
    </FoldMenu>
  )
}
