/** Log in and sign up; for whoever is logged in, the way to the dashboard. Both take the same space: nothing moves when it is known. */
import { dashPath, loginPath, registerPath } from '@sampan/contract/paths'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../lib/i18n.ts'
import { mayHaveSession, useSession } from '../product/session/session.ts'
import classes from './shell.module.css'

function useMayBeSignedIn(): boolean {
  const { status } = useSession()
  const [isMarked, setMarked] = useState(false)
  // After waking only: the prerendered page knows no one.
  useEffect(() => setMarked(status !== 'guest' && mayHaveSession()), [status])
  return isMarked
}

export function AccountLinks() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const isSignedIn = useMayBeSignedIn()
  return (
    <div className={classes.account}>
      <div className={classes.variant} data-account="guest" data-hidden={isSignedIn || undefined}>
        <Link className={classes.link} to={loginPath(language)}>
          {t('logIn')}
        </Link>
        <Link className={classes.outlined} to={registerPath(language)} preventScrollReset>
          {t('signUp')}
        </Link>
      </div>
      <div className={classes.variant} data-account="session" data-hidden={!isSignedIn || undefined}>
        <Link className={classes.outlined} to={dashPath}>
          {t('dashboard')}
        </Link>
      </div>
    </div>
  )
}
