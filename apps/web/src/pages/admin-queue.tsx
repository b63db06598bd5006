import { Queue } from '../features/admin/queue.tsx'

export default function AdminQueue() {
  return <Queue />
}
