import { Requests } from '../features/requests/requests.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('requests')
  return null
}

export default function DashRequests() {
  return <Requests />
}
