/** On screens without a sidebar: whose storage and name are used, where it is not one's own account (M2). */
import { useTranslation } from 'react-i18next'
import { actingFor } from '../../product/session/acting.ts'
import { useActingTeam } from '../../product/session/team.ts'
import classes from './account-menu.module.css'

export function ActingMark() {
  const { t } = useTranslation('profile')
  const team = useActingTeam()
  if (!team || actingFor() === null) return null
  return (
    <span className={classes.mark} title={t('actingTeam', { name: team.name })}>
      <span className="visually-hidden">{t('acting')}</span> <bdi>{team.name}</bdi>
    </span>
  )
}
