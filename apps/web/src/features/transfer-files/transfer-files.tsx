/** The files of one sent transfer: what is there, what comes and goes with the link unchanged, and what was there before (T9). */
import { Button } from '@mantine/core'
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../lib/i18n.ts'
import { useSession } from '../../product/session/session.ts'
import { mayDo } from '../../product/transfers/may-do.ts'
import { canOpenPage } from '../../product/transfers/transfer-status.ts'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { AddFiles } from './add-files.tsx'
import { ChangeProgress } from './change-progress.tsx'
import { FileRows } from './file-rows.tsx'
import { History } from './history.tsx'
import { useDetail } from './queries.ts'
import classes from './transfer-files.module.css'
import { useSaid } from './use-said.ts'

function useTexts(): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    let isWanted = true
    void loadTexts('files').then(() => isWanted && setHere(true))
    return () => {
      isWanted = false
    }
  }, [])
  return isHere
}

const Skeleton = () => (
  <div className={classes.skeleton} aria-busy="true">
    <i />
    <i />
    <i />
  </div>
)

export function TransferFiles({ slug }: { slug: string }) {
  const hasTexts = useTexts()
  const { data, error, isFetching, refetch } = useDetail(slug)
  if (!hasTexts || (!data && !error)) return <Skeleton />
  if (!data) return <Failed isTrying={isFetching} onRetry={() => void refetch()} />
  return <Files key={slug} slug={slug} detail={data} />
}

function Failed({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('files')
  return (
    <div className={classes.failed} role="alert">
      <p>{t('failed')}</p>
      <Button h={44} variant="default" loading={isTrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}

const lockedStates = ['uploading', 'takenDown'] as const
const isLockedState = (status: string): status is (typeof lockedStates)[number] =>
  (lockedStates as readonly string[]).includes(status)

function Files({ slug, detail }: { slug: string; detail: TransferDetail }) {
  const { t } = useTranslation('files')
  const { user } = useSession()
  const toasts = useToasts()
  const said = useSaid(slug, toasts)
  const { status } = detail.transfer
  const isLocked = isLockedState(status)
  const mayChange = mayDo(detail.transfer, 'change')
  return (
    <div className={classes.files}>
      {isLocked ? (
        <p className={classes.locked}>{t(status)}</p>
      ) : (
        mayChange && <AddFiles slug={slug} accountId={user?._id ?? null} said={said} />
      )}
      <ChangeProgress slug={slug} onCancelled={() => said.report(t('cancelled'))} />
      <FileRows
        slug={slug}
        files={detail.files}
        accountId={user?._id ?? null}
        isLocked={isLocked}
        mayChange={mayChange}
        isOpen={!isLocked && canOpenPage(detail.transfer)}
        said={said}
      />
      <History slug={slug} version={detail.version} isLocked={isLocked} mayChange={mayChange} said={said} />
      <Toasts toasts={toasts.toasts} closeLabel={t('close')} onClose={toasts.close} />
    </div>
  )
}
