import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { TakeOver } from '../features/team/take-over.tsx'
import { Team } from '../features/team/team.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useSession } from '../product/session/session.ts'

export async function clientLoader() {
  await loadTexts('team')
  return null
}

export default function DashAccountTeams() {
  const { t } = useTranslation('dash')
  const { user } = useSession()
  usePageTitle(t('accountTeams'))
  const token = useSearchParams()[0].get('handover')
  return user && (token ? <TakeOver token={token} user={user} /> : <Team user={user} />)
}
