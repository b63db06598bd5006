/** Why somebody who acted for a team sees their own account. */
import { dashPath, signInPath } from '@sampan/contract/paths'
import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { providerName, signInWays } from '../../lib/sign-in-ways.ts'
import { isUntold, lastTeam, leftLogIn, leftName, leftSelf, noteTold } from '../../product/session/acting.ts'
import classes from './storage.module.css'

export function LeftTeam() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  // Of a page outside of the area that found out: the first page of the area says it, and no other.
  const [toldAt] = useState(() => (isUntold() ? pathname : null))
  useEffect(noteTold, [])
  if (!query.has(leftName) && toldAt !== pathname) return null
  return (
    <p className={classes.banner} role="status">
      <Info size={20} strokeWidth={1.75} aria-hidden="true" />
      {query.get(leftName) === leftLogIn ? (
        <LogInOtherwise provider={query.get('provider') ?? ''} />
      ) : (
        <OwnAgain isByThemselves={query.get(leftName) === leftSelf} />
      )}
    </p>
  )
}

function OwnAgain({ isByThemselves }: { isByThemselves: boolean }) {
  const { t } = useTranslation('profile')
  const name = lastTeam()?.name
  if (isByThemselves) return <span>{t('leftTeamSelf')}</span>
  return <span>{name ? t('leftTeamOf', { name }) : t('leftTeam')}</span>
}

/** Who is back from there acts for the team as before. */
function LogInOtherwise({ provider }: { provider: string }) {
  const { t } = useTranslation('profile')
  const name = providerName(provider)
  const isThere = signInWays().providers.some(({ id }) => id === provider)
  return (
    <span>
      {t('teamLogIn', { name })}{' '}
      {isThere && (
        <a href={`${signInPath(provider)}?${new URLSearchParams({ next: dashPath })}`}>{t('teamLogInNow', { name })}</a>
      )}
    </span>
  )
}
