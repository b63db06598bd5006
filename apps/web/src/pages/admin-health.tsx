import { Health } from '../features/admin/health.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('findings')
  return null
}

export default function AdminHealth() {
  return <Health />
}
