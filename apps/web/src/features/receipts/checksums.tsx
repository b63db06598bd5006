/** SHA-256 of each file, to compare with what arrived. */
import type { Receipt } from '@sampan/contract/routes/receipts'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../ui/copy-text.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import classes from './receipts.module.css'

type File = Receipt['files'][number]
type Props = { files: readonly File[]; isHashing: boolean }

const rowHeight = 58
const rowsShown = 6
const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

export function Checksums({ files, isHashing }: Props) {
  const { t } = useTranslation('receipts')
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async ({ fileId, sha256 }: File) => setCopied((await copyText(sha256 ?? '')) ? fileId : null)
  return (
    <VirtualList
      label={t('checksums')}
      rows={files}
      rowHeight={rowHeight}
      maxRows={rowsShown}
      keyOf={({ fileId }) => fileId}
      render={(file) => (
        <div className={classes.checksum}>
          <span>
            <bdi title={file.path}>{file.path}</bdi>
            {file.sha256 ? <code title={file.sha256}>{file.sha256}</code> : <em>{t(isHashing ? 'hashing' : 'noHash')}</em>}
          </span>
          {file.sha256 && (
            <button type="button" aria-label={t('copy', { name: file.path })} onClick={() => void copy(file)}>
              {copied === file.fileId ? <Check {...icon} /> : <Copy {...icon} />}
            </button>
          )}
          {copied === file.fileId && (
            <span className="visually-hidden" role="status">
              {t('copied')}
            </span>
          )}
        </div>
      )}
    />
  )
}
