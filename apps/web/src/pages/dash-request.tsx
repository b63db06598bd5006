import { useParams } from 'react-router'
import { RequestPage } from '../features/requests/request-page.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { useSession } from '../product/session/session.ts'

export async function clientLoader() {
  await Promise.all([loadTexts('requests'), loadTexts('asking'), loadTexts('received')])
  return null
}

export default function DashRequest() {
  const { slug = '' } = useParams()
  const { user } = useSession()
  return user && <RequestPage slug={slug} user={user} />
}
