import { Bounces } from '../features/admin/bounces.tsx'

export default function AdminBounces() {
  return <Bounces />
}
