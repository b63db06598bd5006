/** One transfer, opened over its list. What other features show of it is put in here: features are strangers to each other. */
import { dashTransfersPath } from '@sampan/contract/paths'
import { useCallback } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { Receipts } from '../features/receipts/receipts.tsx'
import { TransferDetail } from '../features/transfer-detail/transfer-detail.tsx'
import { TransferFiles } from '../features/transfer-files/transfer-files.tsx'
import { loadTexts } from '../lib/i18n.ts'

export async function clientLoader() {
  await Promise.all([loadTexts('detail'), loadTexts('receipts')])
  return null
}

/** The list keeps its filter and search; the part that is shown belongs to the transfer. */
function listSearch(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('part')
  return params.size > 0 ? `?${params}` : ''
}

export default function DashTransfer() {
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const close = useCallback(
    () => void navigate(dashTransfersPath + listSearch(search), { preventScrollReset: true }),
    [navigate, search],
  )
  return (
    <TransferDetail
      slug={slug}
      onClose={close}
      files={<TransferFiles slug={slug} />}
      receipts={<Receipts key={slug} slug={slug} />}
    />
  )
}
