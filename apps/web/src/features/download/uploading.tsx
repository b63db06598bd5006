/** The files are not all here yet: who sends how much; the page opens by itself. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import classes from '../../ui/notice.module.css'
import { Notice } from '../../ui/notice.tsx'
import { senderName } from './sender-name.ts'
import { Sentence } from './sentence.tsx'

export function Uploading({ view }: { view: TransferView }) {
  const { t } = useTranslation('download')
  const format = useFormat()
  const title = t('uploadingTitle')
  usePageTitle(title)
  const amount = `${t('fileCount', { count: view.fileCount, number: format.number(view.fileCount) })} · ${format.bytes(view.totalBytes)}`
  return (
    <Notice drawing="uploading" title={title} text={t('uploadingText')}>
      <p className={classes.facts} role="status">
        {view.sender && (
          <span className={classes.fact}>
            <Sentence text={(slot) => t('uploadingFrom', { sender: slot })} name={senderName(view.sender)} />
          </span>
        )}
        {view.fileCount > 0 && <span className={classes.fact}>{amount}</span>}
      </p>
    </Notice>
  )
}
