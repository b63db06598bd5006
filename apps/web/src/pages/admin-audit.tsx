import { Audit } from '../features/admin/audit.tsx'

export default function AdminAudit() {
  return <Audit />
}
