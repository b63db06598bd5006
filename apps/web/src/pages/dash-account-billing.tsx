import { accountBillingPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { useUsage } from '../features/account/usage.ts'
import { BillingTab } from '../features/billing/billing-tab.tsx'
import { UsageTab } from '../features/billing/usage-card.tsx'
import { uploadIdsHere, useSendingState } from '../features/quick-send/sending/sending-state.ts'
import { Unfinished } from '../features/uploads/unfinished.tsx'
import { usePageTitle } from '../lib/use-page-title.ts'
import { isSelling } from '../product/plans/selling.ts'
import { useSession } from '../product/session/session.ts'
import { hasPage } from '../product/session/team.ts'
import { TeamsMatter } from '../product/session/teams-matter.tsx'

export default function DashAccountBilling() {
  const { t } = useTranslation('dash')
  usePageTitle(t(isSelling() ? 'accountBilling' : 'accountUsage'))
  const { data: usage } = useUsage()
  const { user } = useSession()
  // Who belongs to a team pays nothing (T8).
  const hereIds = uploadIdsHere(useSendingState())
  if (user && !hasPage(user, accountBillingPath)) return <TeamsMatter path={accountBillingPath} />
  const unfinished = <Unfinished hereIds={hereIds} />
  if (isSelling()) return <BillingTab usage={usage} besideUsage={unfinished} />
  return user && <UsageTab of={user} usage={usage} besideUsage={unfinished} />
}
