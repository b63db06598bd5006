import { dashSendPath } from '@sampan/contract/paths'
import { StorageBanner } from '../features/account/storage.tsx'
import { useUsage } from '../features/account/usage.ts'
import { Transfers } from '../features/transfers/transfers.tsx'
import { useSession } from '../lib/session.ts'

export default function DashTransfers() {
  const { user } = useSession()
  const { data: usage } = useUsage()
  const month = usage ? { sent: usage.thisMonthsTransfers, limit: usage.transfersPerMonth } : null
  return <Transfers fullName={user?.fullName ?? ''} month={month} sendPath={dashSendPath} banner={<StorageBanner />} />
}
