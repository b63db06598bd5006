/** `/admin/users/…` (O11): one account, and what can be decided of it. */
import { adminUsersPath } from '@sampan/contract/paths'
import { type AdminUser, adminUser } from '@sampan/contract/routes/admin-decisions'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { api } from '../../product/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import classes from './admin.module.css'
import { ActToasts, Asked } from './asked.tsx'
import { Numbers } from './numbers.tsx'
import { useAdmin } from './queries.ts'
import { useAct } from './use-act.ts'
import { LogIns, PlanChoice, Standing } from './user-acts.tsx'
import { Limits } from './user-limits.tsx'
import { statusTones } from './users.tsx'

export function User({ userId }: { userId: string }) {
  const { t } = useTranslation('admin')
  const acts = useAct()
  const user = useAdmin('user', userId, (signal) => api.call(adminUser, { params: { userId }, signal }))
  return (
    <>
      <Link className={classes.back} to={adminUsersPath}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('backToUsers')}
      </Link>
      <Asked query={user}>
        {(found) => (
          <>
            <About user={found} />
            <Standing user={found} acts={acts} />
            <PlanChoice key={found.givenRole} user={found} acts={acts} />
            <Limits user={found} acts={acts} />
            <LogIns user={found} acts={acts} />
          </>
        )}
      </Asked>
      <ActToasts acts={acts} />
    </>
  )
}

function About({ user }: { user: AdminUser }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const roleName = useRoleName()
  const { email, status, usedBytes, storageBytes, sessions, transfersPerMonth, thisMonthsTransfers, deleteAt } = user
  const names = [user.fullName, user.company].filter(Boolean).join(', ')
  const month = format.number(thisMonthsTransfers)
  return (
    <section className={classes.card} aria-labelledby="about">
      <div className={classes.head}>
        <h2 id="about">
          <bdi>{email}</bdi>
        </h2>
        <span className={classes.badges}>
          {user.isOperator && <Badge tone="jade">{t('operator')}</Badge>}
          {deleteAt !== null && <Badge tone="amber">{t('leaving')}</Badge>}
          <Badge tone={statusTones[status]}>{t(`status_${status}`)}</Badge>
        </span>
      </div>
      {names && <p className={classes.text}>{names}</p>}
      <div className={classes.facts}>
        <Numbers
          rows={[
            [t('plan'), roleName(user.role)],
            [
              t('used'),
              storageBytes === null
                ? format.bytes(usedBytes)
                : t('usedOf', { used: format.bytes(usedBytes), all: format.bytes(storageBytes) }),
            ],
            [t('transfers'), format.number(user.transfers)],
            [
              t('thisMonth'),
              transfersPerMonth === null ? month : t('monthOf', { used: month, all: format.number(transfersPerMonth) }),
            ],
            [t('since'), format.date(new Date(user.createdAt))],
            [
              t('loggedIn'),
              t('placesAndLogIns', {
                places: t('sessions', { count: sessions, number: format.number(sessions) }),
                logIns: t('logIns', { count: user.loginCount, number: format.number(user.loginCount) }),
              }),
            ],
          ]}
        />
      </div>
      <p className={classes.text}>{t('noFiles')}</p>
    </section>
  )
}
