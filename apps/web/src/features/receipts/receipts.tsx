/** The receipt of one transfer (T3): who received what, of everybody or of one person or file, and the same to keep. */
import type { Receipt } from '@sampan/contract/routes/receipts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { GeoCredit } from '../../ui/geo-credit.tsx'
import { Checksums } from './checksums.tsx'
import { Lines } from './lines.tsx'
import { type Of, useReceipt } from './queries.ts'
import classes from './receipts.module.css'
import { SaveButtons } from './save-buttons.tsx'

export function Receipts({ slug }: { slug: string }) {
  const { t } = useTranslation('receipts')
  const [of, setOf] = useState<Of>({})
  const { data: whole } = useReceipt(slug, {})
  const { data, error, refetch } = useReceipt(slug, of)
  if (error && !data)
    return (
      <p className={classes.note} role="alert">
        {t('failed')}{' '}
        <button type="button" className={classes.plain} onClick={() => void refetch()}>
          {t('tryAgain')}
        </button>
      </p>
    )
  return (
    <>
      <p className={classes.note}>{t('intro')}</p>
      <SaveButtons slug={slug} of={of} />
      {whole && <Filters whole={whole} of={of} onChange={setOf} />}
      {data ? <Content receipt={data} /> : <Skeleton />}
      <GeoCredit className={classes.credit} />
    </>
  )
}

function Skeleton() {
  const { t } = useTranslation('receipts')
  return (
    <div className={classes.skeleton} role="status" aria-label={t('loading')}>
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

type FilterProps = { whole: Receipt; of: Of; onChange: (of: Of) => void }

/** Only where there is something to choose. */
function Filters({ whole, of, onChange }: FilterProps) {
  const { t } = useTranslation('receipts')
  const people = whole.people.filter(({ recipientId }) => recipientId !== null)
  return (
    <div className={classes.filters}>
      {people.length > 1 && (
        <Choice
          label={t('person')}
          all={t('everybody')}
          value={of.recipientId}
          entries={people.map(({ recipientId, email }) => [recipientId!, email ?? ''])}
          onChange={(recipientId) => onChange({ ...of, recipientId })}
        />
      )}
      {whole.files.length > 1 && (
        <Choice
          label={t('file')}
          all={t('everything')}
          value={of.fileId}
          entries={whole.files.map(({ fileId, path }) => [fileId, path])}
          onChange={(fileId) => onChange({ ...of, fileId })}
        />
      )}
    </div>
  )
}

type ChoiceProps = {
  label: string
  all: string
  value: string | undefined
  entries: [id: string, text: string][]
  onChange: (id: string | undefined) => void
}

const Choice = ({ label, all, value, entries, onChange }: ChoiceProps) => (
  <label className={classes.choice}>
    <span>{label}</span>
    <select value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
      <option value="">{all}</option>
      {entries.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

function Content({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('receipts')
  const format = useFormat()
  const hidden = receipt.lineCount - receipt.lines.length
  return (
    <>
      <h3 className={classes.title}>{t('downloads')}</h3>
      {receipt.lines.length > 0 ? (
        <Lines lines={receipt.lines} isOneVersion={receipt.version === 1} />
      ) : (
        <p className={classes.note}>{t('nobody')}</p>
      )}
      {hidden > 0 && <p className={classes.note}>{t('more', { count: hidden, number: format.number(hidden) })}</p>}
      <h3 className={classes.title}>{t('checksums')}</h3>
      <Checksums files={receipt.files} isHashing={receipt.isHashing} />
    </>
  )
}
