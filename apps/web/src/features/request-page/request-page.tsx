/** The page behind a request's link, in whatever state the request is (R2): the one export. */
import { Button } from '@mantine/core'
import { Problem } from '@sampan/contract/errors'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { isReportable, type RequestPageState } from '@sampan/contract/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { BrandTop, PoweredBy } from '../../product/branding/brand.tsx'
import { Report } from '../../product/transfers/report.tsx'
import { HomeButton } from '../../ui/home-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Asked } from './asked.tsx'
import { Before } from './before.tsx'
import { PasswordForm } from './password-form.tsx'
import { type RequestAddress, sendReport, useRequestView } from './queries.ts'
import classes from './request-page.module.css'
import { hasSubmitted, useReturn } from './use-return.ts'

export function RequestPage({ address }: { address: RequestAddress }) {
  const { t } = useTranslation('request')
  const { data: view, error, isFetching, refetch } = useRequestView(address)
  // Who has pressed Send stays with it: the sending may be what filled the request.
  const [begun, setBegun] = useState<RequestView | null>(null)
  if (!view) return error ? <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} /> : <Loading />
  return (
    <>
      <BrandTop brand={view.brand} />
      <ViewOfRequest view={view} begun={begun} address={address} onBegun={setBegun} />
      {isReportable(view.state) && (
        <Report title={t('reportTitle')} text={t('reportText')} onSend={(report) => sendReport(address, report)} />
      )}
      <PoweredBy brand={view.brand} />
    </>
  )
}

type ViewProps = {
  view: RequestView
  begun: RequestView | null
  address: RequestAddress
  onBegun: (view: RequestView | null) => void
}

/** What has ended for everybody else may still take the rest of what was sent from here: the server says whether it does. */
const mayGoOnIn: ReadonlySet<RequestPageState> = new Set(['closed', 'full', 'expired', 'storageFull'])

function ViewOfRequest({ view, begun, address, onBegun }: ViewProps) {
  const isOpen = view.state === 'open'
  const known = isOpen ? view : begun
  const [wasSubmitted] = useState(() => hasSubmitted(address))
  const isAsked = wasSubmitted && mayGoOnIn.has(view.state)
  const before = useReturn(address, known !== null || isAsked)
  const shown = known ?? (isAsked && before?.answer?.isSubmitted ? view : null)
  if ((known || isAsked) && !before) return <Loading />
  if (shown && before) return <Asked view={shown} {...{ address, before, onBegun }} takesMore={isOpen} />
  return view.state === 'password' ? (
    <PasswordForm address={address} />
  ) : (
    <Ended state={view.state as EndedState} {...{ view, address }} />
  )
}

function Loading() {
  const { t } = useTranslation('request')
  return (
    <section className={classes.card} aria-busy="true">
      <h1 className="visually-hidden">{t('loading')}</h1>
      <div className={classes.skeleton} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </section>
  )
}

function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('request')
  const download = useTranslation('download')
  const problemText = useProblemText()
  const title = error instanceof Problem ? t('failedTitle') : download.t('offlineTitle')
  usePageTitle(title)
  return (
    <Notice drawing="offline" title={title} text={error instanceof Problem ? problemText(error) : download.t('offlineText')}>
      <Button loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </Notice>
  )
}

type EndedState = Exclude<RequestPageState, 'open' | 'password'>
const drawings = {
  closed: 'disabled',
  full: 'limitReached',
  storageFull: 'limitReached',
  expired: 'expired',
  takenDown: 'takenDown',
  unknown: 'unknown',
} as const satisfies Record<EndedState, string>

/** Who has sent something finds it behind their link, whatever the request has become. */
function Ended({ state, view, address }: { state: EndedState; view: RequestView; address: RequestAddress }) {
  const { t } = useTranslation('request')
  const title = t(`${state}Title`)
  usePageTitle(title)
  return (
    <Notice drawing={drawings[state]} title={title} text={t(`${state}Text`)}>
      <Before files={[...view.documents.flatMap(({ files }) => files), ...view.otherFiles]} address={address} />
      <HomeButton>{t('sendYourOwn')}</HomeButton>
    </Notice>
  )
}
