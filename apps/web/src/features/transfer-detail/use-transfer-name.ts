/** What a transfer is called in heads and tabs: as its sender has titled it, else by its first file and how many more there are. */
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useTranslation } from 'react-i18next'

export function useTransferName(): (transfer: Pick<TransferRecord, 'title' | 'fileName' | 'fileNumber'>) => string {
  const { t } = useTranslation('detail')
  return ({ title, fileName, fileNumber }) =>
    title || (fileNumber > 1 ? t('firstFileAndMore', { first: fileName, count: fileNumber - 1 }) : fileName)
}
