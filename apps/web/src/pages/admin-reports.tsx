import { Reports } from '../features/admin/reports.tsx'

export default function AdminReports() {
  return <Reports />
}
