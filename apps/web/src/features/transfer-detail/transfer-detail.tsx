/** One transfer of one's own, opened from the list or by its address: the one export, and what stands there in each state. */
import { Button } from '@mantine/core'
import { timingsMs } from '@sampan/contract/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ListFailed, ListState } from '../../ui/list-state.tsx'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { Deleted, type Deletion } from './deleted.tsx'
import { Detail, type Slots } from './detail.tsx'
import { Loading } from './loading.tsx'
import { MoreMenu } from './more-menu.tsx'
import { Panel } from './panel.tsx'
import { useDetail } from './queries.ts'
import { useActs } from './use-acts.ts'
import { useChanges } from './use-changes.ts'
import { useTransferName } from './use-transfer-name.ts'

/** What other parts of the dashboard show of a transfer. */
type Props = Slots & { slug: string; onClose: () => void }

export function TransferDetail({ slug, onClose, ...slots }: Props) {
  const { t } = useTranslation('detail')
  const { data, error, isFetching, refetch } = useDetail(slug)
  const changes = useChanges(slug)
  const toasts = useToasts()
  // Another transfer may have been opened meanwhile.
  const [deleted, setDeleted] = useState<(Deletion & { slug: string }) | null>(null)
  const deletion = deleted?.slug === slug ? deleted : null
  const acts = useActs({ changes, show: toasts.show, onDeleted: (deletion) => setDeleted({ ...deletion, slug }) })
  const nameOf = useTransferName()
  usePageTitle(data ? nameOf(data.transfer) : t('transfer'))
  const back = () => {
    setDeleted(null)
    toasts.show({ text: t('restored'), lifeMs: timingsMs.toast })
  }
  const content = () => {
    if (deletion) return <Deleted deletion={deletion} restore={changes.restore} onBack={back} onOver={onClose} />
    if (data) return <Detail key={slug} {...{ slug, changes, toasts, acts }} detail={data} isStale={error !== null} {...slots} />
    if (data === null)
      return (
        <ListState drawing="unknown" title={t('unknownTitle')} text={t('unknownText')}>
          <Button h={44} variant="default" onClick={onClose}>
            {t('back')}
          </Button>
        </ListState>
      )
    if (!error) return <Loading />
    const retry = () => void refetch()
    return <ListFailed title={t('failedTitle')} error={error} tryAgain={t('tryAgain')} isTrying={isFetching} onRetry={retry} />
  }
  return (
    <Panel slug={slug} onClose={onClose} actions={data && !deletion && <MoreMenu transfer={data.transfer} acts={acts} />}>
      {content()}
      <Toasts toasts={toasts.toasts} closeLabel={t('close')} onClose={toasts.close} />
    </Panel>
  )
}
