import { Storage } from '../features/admin/storage.tsx'

export default function AdminStorage() {
  return <Storage />
}
