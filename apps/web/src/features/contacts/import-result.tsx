import { Button } from '@mantine/core'
import type { importContacts } from '@sampan/contract/routes/contacts'
import type { RouteReply } from '@sampan/contract/routes/route'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { ReadFile } from './import-file.ts'
import { LeftOut } from './import-left-out.tsx'
import classes from './windows.module.css'

export type Imported = RouteReply<typeof importContacts>

type Props = { imported: Imported; read: ReadFile; onClose: () => void }

/** What an import has done. */
export function ImportResult({ imported: { added, known, leftOut }, read, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  const said = (key: 'imported' | 'importFilled' | 'importLeftOut', count: number) =>
    t(key, { count, number: format.number(count) })
  return (
    <>
      <div className={classes.result} role="status">
        <p>{said('imported', added)}</p>
        {known > 0 && <p>{said('importFilled', known)}</p>}
        {leftOut > 0 && <p className={classes.warn}>{said('importLeftOut', leftOut)}</p>}
      </div>
      <LeftOut read={read} />
      <div className={classes.buttons}>
        <Button h={46} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  )
}
