/** For the moment in which a deletion can be taken back. */
import { Button } from '@mantine/core'
import { restoreSeconds } from '@sampan/contract/limits'
import type { ManagedTransfer } from '@sampan/contract/routes/manage'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './manage.module.css'
import type { ManageActions } from './queries.ts'

type Props = { view: ManagedTransfer; actions: Pick<ManageActions, 'restore'>; onOver: () => void }

/** As far as the clock here agrees with the server's; it says itself when it is too late. */
const waitMs = (until: number): number => Math.min(restoreSeconds * 1000, Math.max(1000, until - Date.now()))
const hardDeletedAfterMs = 7000

export function Deleted({ view: { restorableUntil }, actions: { restore }, onOver }: Props) {
  const { t } = useTranslation('manage')
  const problemText = useProblemText()
  useEffect(() => {
    const timer = setTimeout(onOver, waitMs(restorableUntil ?? 0) + hardDeletedAfterMs)
    return () => clearTimeout(timer)
  }, [restorableUntil, onOver])
  return (
    <Notice drawing="disabled" title={t('deletedTitle')} text={t('deletedText', { count: restoreSeconds })}>
      <Button size="md" loading={restore.isPending} onClick={() => restore.mutate()} autoFocus>
        {t('undo')}
      </Button>
      <p className={classes.problem} role="alert">
        {restore.error && problemText(restore.error)}
      </p>
    </Notice>
  )
}
