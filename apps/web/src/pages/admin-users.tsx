import { Users } from '../features/admin/users.tsx'

export default function AdminUsers() {
  return <Users />
}
