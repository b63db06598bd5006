import { dashForwardPath, dashRequestPath, dashRequestsPath } from '@sampan/contract/paths'
import { useParams } from 'react-router'
import { Request } from '../features/requests/request.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await loadTexts('requests')
  return null
}

export default function DashRequest() {
  const { slug = '' } = useParams()
  return <Request key={slug} slug={slug} listPath={dashRequestsPath} pathOf={dashRequestPath} forwardPathOf={dashForwardPath} />
}
