import { useParams } from 'react-router'
import { User } from '../features/admin/user.tsx'

export default function AdminUser() {
  const { userId = '' } = useParams()
  return <User key={userId} userId={userId} />
}
