/** The page behind a link, in whatever state the link is. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { isReportable } from '@sampan/contract/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandTop, PoweredBy } from '../../product/branding/brand.tsx'
import { Report } from '../../product/transfers/report.tsx'
import { hasBlocked } from './arrival.ts'
import { Expired } from './expired.tsx'
import type { LinkAddress } from './link-address.ts'
import { LinkNotice } from './link-notice.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Loading } from './loading.tsx'
import { OpenTransfer } from './open-transfer.tsx'
import { PasswordForm } from './password-form.tsx'
import { sendReport, useArrival, useTransferView } from './queries.ts'
import { ZipAtOnce } from './zip-at-once.tsx'

export function Download({ address, startsZip }: { address: LinkAddress; startsZip: boolean }) {
  const { data: view, error, refetch, isFetching } = useTransferView(address)
  const isCut = useArrival(address, view)
  const { t } = useTranslation('download')
  if (view)
    return (
      <>
        <BrandTop brand={view.brand} />
        <ViewOfLink view={view} address={address} isCut={isCut} />
        {startsZip && !hasBlocked(view.files) && <ZipAtOnce address={address} state={view.state} dl={view.dl ?? undefined} />}
        {isReportable(view.state) && (
          <Report title={t('reportTitle')} text={t('reportText')} onSend={(report) => sendReport(address, report)} />
        )}
        <PoweredBy brand={view.brand} />
      </>
    )
  if (error) return <LoadFailed error={error} isTrying={isFetching} onRetry={refetch} />
  return <Loading />
}

function ViewOfLink({ view, address, isCut }: { view: TransferView; address: LinkAddress; isCut: boolean }) {
  const [firstState] = useState(view.state)
  switch (view.state) {
    // One page through both states: what was chosen, opened and scrolled to stays when the last byte has come.
    case 'open':
    case 'uploading':
      return (
        <OpenTransfer
          view={view}
          address={{ ...address, dl: view.dl ?? undefined }}
          takesFocus={firstState === 'password'}
          isCut={isCut}
        />
      )
    case 'expired':
      return <Expired view={view} address={address} email={view.recipient} mayAsk={view.mayAsk === true} />
    case 'password':
      return <PasswordForm address={address} own={view.recipient} />
    default:
      return <LinkNotice state={view.state} address={address} own={view.recipient} />
  }
}
