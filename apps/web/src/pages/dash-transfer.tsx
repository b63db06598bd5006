/** One transfer, opened over its list. What other features show of it is put in here: features are strangers to each other. */
import { useCallback } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { Receipts } from '../features/receipts/receipts.tsx'
import { TransferDetail } from '../features/transfer-detail/transfer-detail.tsx'
import { TransferFiles } from '../features/transfer-files/transfer-files.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { listAddress } from '../product/transfers/list-address.ts'

export async function clientLoader() {
  await Promise.all([loadTexts('detail'), loadTexts('receipts')])
  return null
}

export default function DashTransfer() {
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const close = useCallback(() => void navigate(listAddress(search), { preventScrollReset: true }), [navigate, search])
  return (
    <TransferDetail
      slug={slug}
      onClose={close}
      files={<TransferFiles slug={slug} />}
      receipts={<Receipts key={slug} slug={slug} />}
    />
  )
}
