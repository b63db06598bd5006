import { First } from '../features/admin/first.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('admin')
  return null
}

export default function AdminFirst() {
  return <First />
}
