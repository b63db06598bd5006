/** To who may look at a transfer and no more: whom to ask for the rest (M2). */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../product/session/team.ts'
import { mayDo } from '../../product/transfers/may-do.ts'

type Props = { transfer: Pick<TransferRecord, 'may' | 'authorId'>; className: string | undefined }

export function WhoElse({ transfer, className }: Props) {
  const { t } = useTranslation('detail')
  const name = useAuthorName()(transfer.authorId)
  if (mayDo(transfer, 'change')) return null
  return <p className={className}>{name ? t('onlyAuthorChanges', { name }) : t('onlyAdminsChange')}</p>
}
