import { receiptCsv, receiptPdf } from '@sampan/contract/routes/receipts'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { saveFile } from '../../product/session/save-file.ts'
import { type Of, queryOf } from './queries.ts'
import classes from './receipts.module.css'

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const
const kinds = { pdf: receiptPdf, csv: receiptCsv } as const
type Kind = keyof typeof kinds

/** What is shown, in the page's language, to keep. */
export function SaveButtons({ slug, of }: { slug: string; of: Of }) {
  const { t } = useTranslation('receipts')
  const language = useLanguage()
  const [busy, setBusy] = useState<Kind | null>(null)
  const [hasFailed, setFailed] = useState(false)
  async function save(kind: Kind) {
    setBusy(kind)
    setFailed(false)
    const args = { params: { slug }, query: { ...queryOf(of), language } }
    await saveFile(kinds[kind], args, `receipt-${slug}.${kind}`).catch(() => setFailed(true))
    setBusy(null)
  }
  return (
    <div className={classes.save}>
      {(['pdf', 'csv'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className={classes.button}
          aria-disabled={busy !== null}
          aria-busy={busy === kind}
          onClick={() => busy === null && void save(kind)}
        >
          <FileDown {...icon} />
          {t(kind === 'pdf' ? 'savePdf' : 'saveCsv')}
        </button>
      ))}
      <p className={classes.failed} role="alert">
        {hasFailed && t('notSaved')}
      </p>
    </div>
  )
}
