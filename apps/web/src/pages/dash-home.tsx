/** The logged-in area's first page: how things stand, and what others did lately; files dropped anywhere are about to be sent. */
import { dashSendPath } from '@sampan/contract/paths'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { StorageBanner, StorageMeter } from '../features/account/storage.tsx'
import { useUsage } from '../features/account/usage.ts'
import { UnfinishedPurchase } from '../features/billing/unfinished.tsx'
import { UpgradeBox } from '../features/billing/upgrade-box.tsx'
import { ActivityFeed } from '../features/home/activity.tsx'
import { Greeting } from '../features/home/greeting.tsx'
import { SendHere } from '../features/home/send-here.tsx'
import { type HandOver, handOver } from '../features/quick-send/hand-over.ts'
import { uploadIdsHere, useSendingState } from '../features/quick-send/sending/sending-state.ts'
import { WaitingRequests } from '../features/requests/waiting-requests.tsx'
import { Figures } from '../features/transfers/figures.tsx'
import { ExpiringTransfers, LatestTransfers } from '../features/transfers/latest.tsx'
import { useLatest } from '../features/transfers/overview.ts'
import { useRefresh } from '../features/transfers/queries.ts'
import { SendLink } from '../features/transfers/send-link.tsx'
import { Unfinished } from '../features/uploads/unfinished.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { usePageDrop } from '../product/files/use-page-drop.ts'
import { useSession } from '../product/session/session.ts'
import { useNow } from '../ui/use-now.ts'
import classes from './dash-home.module.css'

const clockMs = 30_000

export async function clientLoader() {
  await Promise.all([loadTexts('overview'), loadTexts('requests')])
  return null
}

/** What is dropped or chosen here is sent: the card takes it, in its own page. */
function useSend(): (handed: HandOver) => void {
  const navigate = useNavigate()
  return (handed) => {
    handOver(handed)
    void navigate(dashSendPath)
  }
}

export default function DashHome() {
  const { t } = useTranslation('overview')
  const { user } = useSession()
  const { data: usage } = useUsage()
  const now = useNow(clockMs)
  const send = useSend()
  const hereIds = uploadIdsHere(useSendingState())
  const isOver = usePageDrop(true, (files, unreadable) => send({ files, unreadable }))
  // The way to send is in the list's place then.
  const isEmpty = useLatest().data?.allCount === 0
  useRefresh()
  usePageTitle(t('home', { ns: 'dash' }))
  return (
    <div className={classes.page}>
      <Greeting fullName={user?.fullName ?? ''} now={now}>
        <span className={classes.send}>{!isEmpty && <SendLink />}</span>
      </Greeting>
      {user && <UnfinishedPurchase user={user} />}
      <SendHere onFiles={(files) => send({ files })} />
      <Unfinished hereIds={hereIds} isQuiet />
      <StorageBanner />
      <Figures monthLimit={usage?.transfersPerMonth ?? null} now={now} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <WaitingRequests now={now} />
          <ExpiringTransfers now={now} />
          <LatestTransfers now={now} />
        </div>
        <div className={classes.column}>
          <ActivityFeed now={now} />
          <div className={classes.narrow}>
            <StorageMeter />
            {user && <UpgradeBox user={user} />}
          </div>
        </div>
      </div>
      {isOver && (
        <div className={classes.overlay}>
          <div>
            <Plus size={48} strokeWidth={1.5} aria-hidden="true" />
            {t('dropHere')}
          </div>
        </div>
      )}
    </div>
  )
}
