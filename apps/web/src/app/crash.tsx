/** Shown when a screen breaks, or does not come: says which, and offers the way back. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isLineTrouble } from '../lib/line-trouble.ts'
import { routeFailure, takeFullLoad } from '../lib/load-route.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './shell.module.css'

export function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation('shell')
  const isTrouble = isLineTrouble(routeFailure(error) ?? error)
  useEffect(() => {
    if (takeFullLoad(error, location.href)) location.reload()
  }, [error])
  return (
    <>
      <div className={classes.bar}>
        <a href="/" className={classes.home}>
          <Logo name={t('name')} />
        </a>
      </div>
      <main className="plain">
        <h1>{t(isTrouble ? 'troubleTitle' : 'crashTitle')}</h1>
        <p>{t(isTrouble ? 'troubleText' : 'crashText')}</p>
        <a className="button" href={typeof location === 'undefined' ? '/' : location.href}>
          {t('reload')}
        </a>
      </main>
    </>
  )
}
