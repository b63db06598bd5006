/** Shown when a screen breaks: says so and offers the way back. */
import { useTranslation } from 'react-i18next'
import { Logo } from '../ui/logo.tsx'
import classes from './shell.module.css'

export function Crash() {
  const { t } = useTranslation('shell')
  return (
    <>
      <div className={classes.bar}>
        <a href="/" className={classes.home}>
          <Logo name={t('name')} />
        </a>
      </div>
      <main className="plain">
        <h1>{t('crashTitle')}</h1>
        <p>{t('crashText')}</p>
        <a className="button" href={typeof location === 'undefined' ? '/' : location.href}>
          {t('reload')}
        </a>
      </main>
    </>
  )
}
