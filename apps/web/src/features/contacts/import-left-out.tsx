/** What of a file nobody can be made of: where it stands, why, and what stands there. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import type { ReadFile } from './import-file.ts'
import classes from './import-left-out.module.css'

const reasons = { noEmail: 'importNoEmail', invalidEmail: 'importInvalidEmail', oldVersion: 'importOldVersion' } as const

export function LeftOut({ read: { invalid, rows } }: { read: ReadFile }) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  if (invalid.length === 0) return null
  const title = t('importInvalid', { count: invalid.length, number: format.number(invalid.length) })
  return (
    <div className={classes.box}>
      <p className={classes.title}>{title}</p>
      <VirtualList
        label={title}
        rows={invalid}
        rowHeight={52}
        maxRows={3}
        keyOf={({ line, text }) => `${line} ${text}`}
        render={({ line, text, reason }) => (
          <span className={classes.entry}>
            <span>
              {t(rows ? 'importLine' : 'importCard', { line: format.number(line) })}: {t(reasons[reason])}
            </span>
            <bdi title={text}>{text}</bdi>
          </span>
        )}
      />
    </div>
  )
}
