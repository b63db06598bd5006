import { dashPath, dashSendPath, loginPath } from '@sampan/contract/paths'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { hasDraft } from '../features/quick-send/kept-draft.ts'
import { LogIn } from '../features/sign-in/log-in.tsx'
import { nextPath } from '../features/sign-in/next-path.ts'
import { restoreSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'
import { pageMeta } from './page-meta.ts'

export const meta = pageMeta(loginPath, (t) => ({
  title: t('logInPage', { ns: 'account' }),
  description: t('logInDescription', { ns: 'account' }),
}))

export default function Login() {
  const { t } = useTranslation('account')
  const { search } = useLocation()
  const navigate = useNavigate()
  useTitle(t('logInPage'))
  const goOn = useCallback(() => {
    const next = nextPath(search)
    return navigate(next === dashPath && hasDraft() ? dashSendPath : next, { replace: true })
  }, [navigate, search])
  useEffect(() => {
    // Already signed in. Without an answer the form stays: logging in anew is as good.
    restoreSession().then(
      (user) => user && goOn(),
      () => {},
    )
  }, [goOn])
  return (
    <div className={classes.page}>
      <Scene />
      <LogIn email={new URLSearchParams(search).get('user') ?? ''} onSignedIn={goOn} />
    </div>
  )
}
