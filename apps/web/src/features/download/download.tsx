/** The page behind a link, in whatever state the link is. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { useState } from 'react'
import type { LinkAddress } from './link-address.ts'
import { LinkNotice } from './link-notice.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Loading } from './loading.tsx'
import { OpenTransfer } from './open-transfer.tsx'
import { PasswordForm } from './password-form.tsx'
import { useTransferView } from './queries.ts'
import { Uploading } from './uploading.tsx'

export function Download({ address }: { address: LinkAddress }) {
  const { data: view, error, refetch, isFetching } = useTransferView(address)
  if (view) return <ViewOfLink view={view} address={address} />
  if (error) return <LoadFailed error={error} isTrying={isFetching} onRetry={refetch} />
  return <Loading />
}

function ViewOfLink({ view, address }: { view: TransferView; address: LinkAddress }) {
  const [firstState] = useState(view.state)
  switch (view.state) {
    case 'open':
      return (
        <OpenTransfer view={view} address={{ ...address, dl: view.dl ?? undefined }} takesFocus={firstState === 'password'} />
      )
    case 'password':
      return <PasswordForm address={address} />
    case 'uploading':
      return <Uploading view={view} />
    default:
      return <LinkNotice state={view.state} />
  }
}
