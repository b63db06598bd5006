/** Somebody has joined a team: they act for it from here on, or stay with their own account. */
import { Button } from '@mantine/core'
import { dashPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { actFor } from '../../product/session/acting.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './invitation.module.css'

export function Joined({ user, logInPath }: { user: User | null; logInPath: string }) {
  const { t } = useTranslation('team')
  const team = user?.team && user.team.role !== 'owner' ? user.team : null
  const title = team ? t('joinedTitle', { name: team.name }) : t('overTitle')
  usePageTitle(title)
  return (
    <Notice drawing="uploading" title={title} text={team ? t('joinedText') : t('over_accepted')}>
      <div className={classes.buttons}>
        {team && (
          <Button size="md" onClick={() => actFor(team.ownerId)}>
            {t('joinedAct')}
          </Button>
        )}
        <Button component={Link} to={user ? dashPath : logInPath} size="md" variant={team ? 'default' : 'filled'}>
          {user ? t('joinedOwn') : t('logIn')}
        </Button>
      </div>
    </Notice>
  )
}
