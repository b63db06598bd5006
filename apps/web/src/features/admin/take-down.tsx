/** Asks before a link is taken down, and what goes along with it. */
import { Button } from '@mantine/core'
import { type AdminReported, adminTakeDown } from '@sampan/contract/routes/admin-decisions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './admin.module.css'
import type { useAct } from './use-act.ts'

type Props = { row: AdminReported; acts: ReturnType<typeof useAct>; onClose: () => void }

export function TakeDown({ row: { slug, title, kind }, acts, onClose }: Props) {
  const { t } = useTranslation('admin')
  const [isMore, setMore] = useState(false)
  const more = kind === 'transfer' ? 'withCopies' : 'withFiles'
  function takeDown() {
    const run = (signal: AbortSignal) => api.call(adminTakeDown, { params: { slug }, body: { [more]: isMore }, signal })
    void acts.act(`down ${slug}`, run, ({ copies }) =>
      copies.length === 0 ? t('tookDown') : t('tookDownMore', { count: copies.length }),
    )
    onClose()
  }
  return (
    <Dialog title={t('takeDownTitle', { title })} onClose={onClose}>
      <p className={classes.text}>{t('takeDownText')}</p>
      <label className={classes.check}>
        <input type="checkbox" checked={isMore} onChange={(event) => setMore(event.target.checked)} />
        {t(more)}
      </label>
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={46} onClick={takeDown}>
          {t('takeDown')}
        </Button>
      </div>
    </Dialog>
  )
}
