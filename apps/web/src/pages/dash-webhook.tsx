import { accountProfilePath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { WebhookDetail } from '../features/webhooks/webhook.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useSession } from '../product/session/session.ts'
import { isPlainMember } from '../product/session/team.ts'

export async function clientLoader() {
  await loadTexts('webhooks')
  return null
}

export default function DashWebhook() {
  const { t } = useTranslation('webhooks')
  usePageTitle(t('title'))
  const { user } = useSession()
  const { webhookId } = useParams()
  if (user && isPlainMember(user)) return <Navigate to={accountProfilePath} replace />
  return <WebhookDetail key={webhookId} id={webhookId!} />
}
