import { Health } from '../features/admin/health.tsx'

export default function AdminHealth() {
  return <Health />
}
