import { dashPath, dashSendPath, loginPath } from '@sampan/contract/paths'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { hasDraft } from '../features/quick-send/form/kept-draft.ts'
import { DirectoryForm } from '../features/sign-in/directory-form.tsx'
import { Forgotten } from '../features/sign-in/forgotten.tsx'
import { LogIn } from '../features/sign-in/log-in.tsx'
import { directoryOf, isForgotten, userOf } from '../features/sign-in/modes.ts'
import { nextPath } from '../features/sign-in/next-path.ts'
import { isProblem } from '../lib/is-problem.ts'
import { signInWays } from '../lib/sign-in-ways.ts'
import { useHydrated, useShownSearch } from '../lib/use-hydrated.ts'
import { useTitle } from '../lib/use-title.ts'
import { isCodeWanted, refusalIn } from '../product/session/provider-refusal.ts'
import { restoreSession } from '../product/session/session.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'
import { pageMeta } from './page-meta.ts'

export const meta = pageMeta(loginPath, (t) => ({
  title: t('logInPage', { ns: 'account' }),
  description: t('logInDescription', { ns: 'account' }),
}))

/** With what lies on the send card. */
function nextOf(search: string): string {
  const next = nextPath(search)
  return next === dashPath && hasDraft() ? dashSendPath : next
}

/** Whose log-in by a provider wants something here first, whoever this browser is signed in as. */
const mayNotGoOn = (search: string): boolean =>
  isCodeWanted(search) || directoryOf(search) !== null || isProblem(refusalIn(search), 'signInThere')

export default function Login() {
  const { t } = useTranslation('account')
  const { search } = useLocation()
  const navigate = useNavigate()
  const shown = useShownSearch()
  const isHydrated = useHydrated()
  const isForgot = isForgotten(shown) && signInWays().hasPasswords
  const asked = directoryOf(shown)
  const directory = signInWays().providers.find(({ id }) => id === asked)
  useTitle(t(isForgot ? 'forgotPage' : 'logInPage'))
  const goOn = useCallback(() => navigate(nextOf(search), { replace: true }), [navigate, search])
  useEffect(() => {
    // Whoever is logged in may have forgotten the password just as well.
    if (isForgotten(search) || mayNotGoOn(search)) return
    // Already signed in. Without an answer the form stays: logging in anew is as good.
    restoreSession().then(
      (user) => user && goOn(),
      () => {},
    )
  }, [goOn, search])
  return (
    <div className={classes.page}>
      <Scene />
      {directory ? (
        <DirectoryForm key={directory.id} provider={directory.id} />
      ) : isForgot ? (
        <Forgotten email={userOf(shown)} search={shown} />
      ) : (
        <LogIn email={userOf(shown)} search={shown} next={isHydrated ? nextOf(search) : ''} onSignedIn={goOn} />
      )}
    </div>
  )
}
