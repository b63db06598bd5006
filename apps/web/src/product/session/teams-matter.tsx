/** In the place of a page that is not its reader's while they act for a team: whose it is, and the way to their own (M1, T8). */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListState } from '../../ui/list-state.tsx'
import { actForSelf } from './acting.ts'
import { useOthersTeam } from './team.ts'

type Props = {
  whose: 'owner' | 'leaders'
  /** The same page, of the own account. */
  path: string
}

const texts = {
  owner: { title: 'ownersTitle', text: 'ownersText' },
  leaders: { title: 'leadersTitle', text: 'leadersText' },
} as const

export function TeamsMatter({ whose, path }: Props) {
  const { t } = useTranslation('dash')
  const team = useOthersTeam() ?? ''
  return (
    <ListState isCard title={t(texts[whose].title)} text={t(texts[whose].text, { team })}>
      <Button h={44} variant="default" onClick={() => actForSelf(path)}>
        {t('toOwnAccount')}
      </Button>
    </ListState>
  )
}
