/** In the place of a page that is not its reader's while they act for a team: whose it is, and the way to their own (M1, T8). */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListState } from '../../ui/list-state.tsx'
import { actForSelf } from './acting.ts'
import { isOwnersPage, useOthersTeam } from './team.ts'

/** `path`: the same page, of the own account. */
export function TeamsMatter({ path }: { path: string }) {
  const { t } = useTranslation('dash')
  const team = useOthersTeam() ?? ''
  const isOwners = isOwnersPage(path)
  return (
    <ListState
      isCard
      title={t(isOwners ? 'ownersTitle' : 'leadersTitle')}
      text={t(isOwners ? 'ownersText' : 'leadersText', { team })}
    >
      <Button h={44} variant="default" onClick={() => actForSelf(path)}>
        {t('toOwnAccount')}
      </Button>
    </ListState>
  )
}
