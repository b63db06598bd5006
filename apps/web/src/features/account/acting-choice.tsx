/** For whom this tab acts, where there is a choice (M2): the own account, or the team that one belongs to. */

import { accountTeamsPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { Check, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actFor, actingFor, isTeamOwnRoot } from '../../product/session/acting.ts'
import classes from './account-menu.module.css'

export function ActingChoice({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { team } = user
  if (!team || isTeamOwnRoot(user)) return null
  const now = actingFor()
  const choices = [
    { ownerId: null, text: t('actingOwn') },
    { ownerId: team.ownerId, text: t('actingTeam', { name: team.name }) },
  ]
  return (
    <fieldset className={classes.acting}>
      <legend>{t('acting')}</legend>
      {choices.map(({ ownerId, text }) => (
        <button
          key={text}
          type="button"
          className={classes.action}
          aria-pressed={ownerId === now}
          onClick={() => ownerId !== now && actFor(ownerId)}
        >
          <Check size={18} strokeWidth={1.75} aria-hidden="true" opacity={ownerId === now ? 1 : 0} />
          {text}
        </button>
      ))}
      {now !== null && (
        <Link className={classes.action} to={accountTeamsPath} onClick={onClose}>
          <UsersRound size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('actingAbout')}
        </Link>
      )}
    </fieldset>
  )
}
