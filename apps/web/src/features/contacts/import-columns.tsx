/** What each column of a file holds, as it was guessed; a person may say otherwise. */
import { type ContactColumn, type CsvLayout, contactColumns, filledColumns } from '@sampan/contract/rules/contact-csv'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './windows.module.css'

const names = {
  email: 'email',
  name: 'name',
  firstName: 'importFirstName',
  lastName: 'importLastName',
  company: 'company',
  note: 'note',
} as const satisfies Record<ContactColumn, string>

type Props = { rows: string[][]; layout: CsvLayout; onChange: (layout: CsvLayout) => void }
/** More columns than this are never shown. */
const maxColumns = 60

const sampleOf = (rows: string[][], at: number): string =>
  rows
    .find((row) => row[at]?.trim())
    ?.[at]?.trim()
    .slice(0, 40) ?? ''

export function ImportColumns({ rows, layout, onChange }: Props) {
  const { t } = useTranslation('contacts')
  const id = useId()
  const filled = filledColumns(rows, layout)
  const ignored = filled.filter((at) => !layout.columns[at])
  const isGuessed = !layout.hasHeader && filled.length > 1
  const [isOpen] = useState(isGuessed || ignored.length > 0)
  const choose = (at: number, column: ContactColumn | null) => {
    // What another column held goes over to this one.
    const columns = Array.from({ length: Math.max(at + 1, layout.columns.length) }, (_, each) => {
      const before = layout.columns[each] ?? null
      return each === at ? column : before === column ? null : before
    })
    onChange({ ...layout, columns })
  }
  return (
    <details className={classes.columns} open={isOpen}>
      <summary>{t('importColumns')}</summary>
      {isGuessed && <p className={classes.warn}>{t('importGuessed')}</p>}
      {ignored.length > 0 && (
        <p className={classes.soft}>{t('importIgnored', { columns: ignored.map((at) => sampleOf(rows, at)).join(', ') })}</p>
      )}
      <div className={classes.scrolled}>
        {filled.slice(0, maxColumns).map((at) => {
          const key = `${id}-${at}`
          return (
            <p key={key} className={classes.field}>
              <label htmlFor={key}>{t('importColumn', { number: at + 1, sample: sampleOf(rows, at) })}</label>
              <select
                id={key}
                value={layout.columns[at] ?? ''}
                onChange={(event) => choose(at, (event.target.value || null) as ContactColumn | null)}
              >
                <option value="">{t('importNothing')}</option>
                {contactColumns.map((column) => (
                  <option key={column} value={column}>
                    {t(names[column])}
                  </option>
                ))}
              </select>
            </p>
          )
        })}
      </div>
    </details>
  )
}
