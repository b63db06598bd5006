/** The list, and beside or over it the transfer that is open: the list stays as it was. */
import { dashTransferPath } from '@sampan/contract/paths'
import { Outlet, useMatch } from 'react-router'
import { StorageBanner } from '../features/account/storage.tsx'
import { uploadIdsHere, useSendingState } from '../features/quick-send/sending/sending-state.ts'
import { Transfers } from '../features/transfers/transfers.tsx'
import { Unfinished } from '../features/uploads/unfinished.tsx'

export default function DashTransfers() {
  const hereIds = uploadIdsHere(useSendingState())
  const open = useMatch(dashTransferPath(':slug'))
  return (
    <>
      <Transfers
        openSlug={open?.params.slug ?? null}
        banner={
          <>
            <StorageBanner />
            <Unfinished hereIds={hereIds} isQuiet />
          </>
        }
      />
      <Outlet />
    </>
  )
}
