/** `/admin/bounces` (T10, O11): mails that reached nobody, and why. */
import type { AdminBounce } from '@sampan/contract/routes/admin'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { ListState } from '../../ui/list-state.tsx'
import classes from './admin.module.css'
import { AskedPages } from './asked.tsx'
import { useBounces } from './queries.ts'

export function Bounces() {
  const { t } = useTranslation('admin')
  const bounces = useBounces()
  return (
    <AskedPages query={bounces} empty={<ListState isCard title={t('bouncesEmpty')} text={t('bouncesEmptyText')} />}>
      {(row) => <Bounce key={row._id} row={row} />}
    </AskedPages>
  )
}

function Bounce({ row: { email, reason, senderEmail, slug, mailedAt } }: { row: AdminBounce }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  return (
    <li>
      <div>
        <b>
          <bdi>{email}</bdi>
        </b>
        <span>{reason}</span>
        <span>{t('bouncedOf', { sender: senderEmail, slug })}</span>
      </div>
      {mailedAt !== null && <span className={classes.number}>{format.dateTime(new Date(mailedAt))}</span>}
    </li>
  )
}
