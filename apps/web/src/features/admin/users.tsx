/** `/admin/users` (O11): accounts, found by what they are called. */
import { Button } from '@mantine/core'
import { searchMaxChars } from '@sampan/contract/limits'
import { adminUserPath } from '@sampan/contract/paths'
import type { AdminUserRow } from '@sampan/contract/routes/admin-decisions'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { ListState } from '../../ui/list-state.tsx'
import classes from './admin.module.css'
import { AskedPages } from './asked.tsx'
import { useUsers } from './queries.ts'

export const statusTones = { active: 'plain', trialing: 'plain', past_due: 'amber', unpaid: 'amber', revoke: 'lacquer' } as const

export function Users() {
  const { t } = useTranslation('admin')
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const setSearch = (text: string) => setParams(text ? { search: text } : {}, { replace: true, preventScrollReset: true })
  const users = useUsers(search)
  return (
    <>
      <ListSearch
        value={search}
        maxChars={searchMaxChars}
        label={t('searchUsers')}
        clearLabel={t('clearSearch')}
        onChange={setSearch}
      />
      <AskedPages
        query={users}
        empty={
          <ListState isCard title={t('usersEmpty')} text={t('usersEmptyText')}>
            <Button variant="default" h={44} onClick={() => setSearch('')}>
              {t('showAll')}
            </Button>
          </ListState>
        }
      >
        {(user) => <UserRow key={user._id} user={user} />}
      </AskedPages>
    </>
  )
}

function UserRow({ user }: { user: AdminUserRow }) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const roleName = useRoleName()
  const { _id, email, fullName, company, role, status, usedBytes, createdAt, isOperator } = user
  return (
    <li>
      <div>
        <Link to={adminUserPath(_id)}>
          <bdi>{email}</bdi>
        </Link>
        <span>
          {[fullName, company, roleName(role), format.bytes(usedBytes), format.date(new Date(createdAt))]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <span className={classes.badges}>
        {isOperator && <Badge tone="jade">{t('operator')}</Badge>}
        {status !== 'active' && <Badge tone={statusTones[status]}>{t(`status_${status}`)}</Badge>}
      </span>
    </li>
  )
}
