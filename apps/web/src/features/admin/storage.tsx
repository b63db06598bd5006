/** `/admin/storage` (O11): what is stored in all, what is free, and who stores the most. */
import { adminUserPath } from '@sampan/contract/paths'
import { adminStorage } from '@sampan/contract/routes/admin'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { api } from '../../product/session/api.ts'
import classes from './admin.module.css'
import { Asked } from './asked.tsx'
import { Numbers } from './numbers.tsx'
import { useAdmin } from './queries.ts'

export function Storage() {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const roleName = useRoleName()
  const storage = useAdmin('storage', '', (signal) => api.call(adminStorage, { signal }))
  return (
    <Asked query={storage}>
      {({ usedBytes, reservedBytes, freeBytes, biggest }) => (
        <>
          <section className={classes.card}>
            <Numbers
              rows={[
                [t('stored'), format.bytes(usedBytes)],
                [t('onTheWay'), format.bytes(reservedBytes)],
                [t('free'), freeBytes === null ? t('freeUnknown') : format.bytes(freeBytes)],
              ]}
            />
          </section>
          <section className={classes.card} aria-labelledby="biggest">
            <h2 id="biggest">{t('biggestTitle')}</h2>
            {biggest.length === 0 && <p className={classes.text}>{t('biggestEmpty')}</p>}
            {biggest.length > 0 && (
              <ol className={classes.rows}>
                {biggest.map(({ _id, email, role, usedBytes: bytes }) => (
                  <li key={_id}>
                    <div>
                      <Link to={adminUserPath(_id)}>
                        <bdi>{email}</bdi>
                      </Link>
                      <span>{roleName(role)}</span>
                    </div>
                    <span className={classes.number}>{format.bytes(bytes)}</span>
                  </li>
                ))}
              </ol>
            )}
          </section>
        </>
      )}
    </Asked>
  )
}
