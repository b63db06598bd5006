import { Outlet } from 'react-router'
import { AdminFrame } from '../features/admin/frame.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { useSession } from '../product/session/session.ts'
import NotFound from './not-found.tsx'

export async function clientLoader() {
  await loadTexts('admin')
  return null
}

/** To whoever runs nothing here there is no such page. */
export default function Admin() {
  const { user } = useSession()
  if (!user?.isOperator) return <NotFound />
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  )
}
