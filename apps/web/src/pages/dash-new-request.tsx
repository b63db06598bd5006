import { dashRequestPath, dashRequestsPath } from '@sampan/contract/paths'
import { NewRequest } from '../features/requests/new-request.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('requests')
  return null
}

export default function DashNewRequest() {
  return <NewRequest listPath={dashRequestsPath} pathOf={dashRequestPath} />
}
