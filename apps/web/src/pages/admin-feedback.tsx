import { Feedback } from '../features/admin/feedback.tsx'

export default function AdminFeedback() {
  return <Feedback />
}
