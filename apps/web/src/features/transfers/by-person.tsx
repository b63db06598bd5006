/** Whose transfers, for whoever leads a team: a member sees what is their own or shared with them anyway. */
import { mayInTeam } from '@sampan/contract/rules/teams'
import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { nameOrEmail } from '../../lib/names.ts'
import { useActingTeam } from '../../product/session/team.ts'
import { ListSort } from '../../ui/list-sort.tsx'

export function ByPerson({ by, onBy }: { by: string; onBy: (by: string) => void }) {
  const { t } = useTranslation('dash')
  const team = useActingTeam()
  if (!team || !mayInTeam(team.role, 'seeAll')) return null
  const people = team.members.map((member): [string, string] => [member._id, nameOrEmail(member)])
  return (
    <ListSort label={t('byPerson')} value={by} entries={[['', t('byEverybody')], ...people]} onChange={onBy} Icon={UserRound} />
  )
}
