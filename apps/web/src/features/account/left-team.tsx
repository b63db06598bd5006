/** Why somebody who acted for a team sees their own account. */
import { dashPath, signInPath } from '@sampan/contract/paths'
import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { providerName, signInWays } from '../../lib/sign-in-ways.ts'
import { leftLogIn, leftName, leftSelf } from '../../product/session/acting.ts'
import classes from './storage.module.css'

export function LeftTeam() {
  const { t } = useTranslation('profile')
  const [query] = useSearchParams()
  if (!query.has(leftName)) return null
  return (
    <p className={classes.banner} role="status">
      <Info size={20} strokeWidth={1.75} aria-hidden="true" />
      {query.get(leftName) === leftLogIn ? (
        <LogInOtherwise provider={query.get('provider') ?? ''} />
      ) : (
        <span>{t(query.get(leftName) === leftSelf ? 'leftTeamSelf' : 'leftTeam')}</span>
      )}
    </p>
  )
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
