/** `/admin/bounces` (T10, O11): mails that reached nobody, and why. */
import { adminBounces } from '@sampan/contract/routes/admin'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { api } from '../../product/session/api.ts'
import { ListState } from '../../ui/list-state.tsx'
import classes from './admin.module.css'
import { Asked } from './asked.tsx'
import { useAdmin } from './queries.ts'

export function Bounces() {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const all = useAdmin('bounces', '', (signal) => api.call(adminBounces, { signal }))
  return (
    <Asked query={all}>
      {({ bounces, hasMore }) =>
        bounces.length === 0 ? (
          <ListState isCard title={t('bouncesEmpty')} text={t('bouncesEmptyText')} />
        ) : (
          <>
            <ul className={classes.list}>
              {bounces.map(({ _id, email, reason, senderEmail, slug, mailedAt }) => (
                <li key={_id}>
                  <div>
                    <b>
                      <bdi>{email}</bdi>
                    </b>
                    <span>{reason}</span>
                    <span>{t('bouncedOf', { sender: senderEmail, slug })}</span>
                  </div>
                  {mailedAt !== null && <span className={classes.number}>{format.dateTime(new Date(mailedAt))}</span>}
                </li>
              ))}
            </ul>
            {hasMore && <p className={classes.text}>{t('latestOnly', { number: format.number(bounces.length) })}</p>}
          </>
        )
      }
    </Asked>
  )
}
