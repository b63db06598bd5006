/** After joining a team (spec §2): for whom to act now. */
import { loginPath } from '@sampan/contract/paths'
import { useEffect } from 'react'
import { Joined } from '../features/team/joined.tsx'
import { loadTexts, useLanguage } from '../lib/i18n.ts'
import { restoreSession, useSession } from '../product/session/session.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await loadTexts('team')
  return null
}

export default function AcceptInvite() {
  const { user, status } = useSession()
  const language = useLanguage()
  useEffect(() => {
    restoreSession().catch(() => {})
  }, [])
  return (
    <div className={classes.page}>
      <Scene />
      {status !== 'unknown' && <Joined user={user} logInPath={loginPath(language)} />}
    </div>
  )
}
