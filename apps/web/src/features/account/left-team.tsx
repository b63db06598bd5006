/** Why somebody who acted for a team sees their own account. */
import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { leftName, leftSelf } from '../../product/session/acting.ts'
import classes from './storage.module.css'

export function LeftTeam() {
  const { t } = useTranslation('profile')
  const [query] = useSearchParams()
  if (!query.has(leftName)) return null
  return (
    <p className={classes.banner} role="status">
      <Info size={20} strokeWidth={1.75} aria-hidden="true" />
      <span>{t(query.get(leftName) === leftSelf ? 'leftTeamSelf' : 'leftTeam')}</span>
    </p>
  )
}
