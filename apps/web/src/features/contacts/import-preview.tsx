/** Who comes in, who is there already, what is left out, and what the columns hold. */
import { Button } from '@mantine/core'
import { randomId } from '@sampan/client/random-id'
import type { ContactGroup } from '@sampan/contract/routes/contacts'
import type { CsvLayout } from '@sampan/contract/rules/contact-csv'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OlderEncoding, olderEncodings } from '../../lib/file-text.ts'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { bringContacts } from './bring-contacts.ts'
import { ImportColumns } from './import-columns.tsx'
import type { ReadFile } from './import-file.ts'
import { LeftOut } from './import-left-out.tsx'
import { type ImportPlan, importPlan } from './import-plan.ts'
import { type Imported, ImportResult } from './import-result.tsx'
import { ProblemLine } from './problem-line.tsx'
import type { ContactPage } from './queries.ts'
import classes from './windows.module.css'

type Props = {
  read: ReadFile
  known: ReadonlySet<string>
  page: ContactPage | undefined
  isReading: boolean
  /** As it was last chosen, which may still be read. */
  layout: CsvLayout | null
  older: OlderEncoding | null
  onLayout: (rows: string[][], layout: CsvLayout) => void
  onOlder: (older: OlderEncoding) => void
  onDone: () => void
  onClose: () => void
}

export function ImportPreview({ read, known, page, isReading, layout, older, onLayout, onOlder, onDone, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  // One key for all tries: what was brought in by a try whose answer was lost is told, not done again.
  const [importKey] = useState(randomId)
  const [groupId, setGroupId] = useState('')
  const [imported, setImported] = useState<Imported | null>(null)
  const { problem, isAsking, ask } = useAsking()
  const { contacts, rows } = read
  const plan = importPlan(contacts, known, page)
  async function bring() {
    await ask(async () => {
      setImported(await bringContacts({ importKey, contacts, ...(groupId && { groupId }) }))
      onDone()
    })
  }
  if (imported) return <ImportResult imported={imported} read={read} onClose={onClose} />
  return (
    <>
      <Summary read={read} plan={plan} />
      {older && <EncodingChoice value={older} onChange={onOlder} />}
      {rows && layout && <ImportColumns rows={rows} layout={layout} onChange={(changed) => onLayout(rows, changed)} />}
      {contacts.length > 0 && (
        <VirtualList
          label={t('importPreview')}
          rows={contacts}
          rowHeight={44}
          maxRows={5}
          keyOf={({ email }) => email}
          render={({ email, name, company }) => (
            <span className={classes.entry}>
              <span title={email}>{email}</span>
              <span>{[name, company].filter(Boolean).join(' · ')}</span>
              <small>{t(plan.fateOf(email))}</small>
            </span>
          )}
        />
      )}
      <GroupChoice groups={page?.groups ?? []} value={groupId} onChange={setGroupId} />
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={46} loading={isAsking} disabled={isReading || plan.added + plan.known === 0} onClick={() => void bring()}>
          {t(pressOf(plan), { count: plan.added, added: format.number(plan.added), known: format.number(plan.known) })}
        </Button>
      </div>
    </>
  )
}

const pressOf = ({ added, known }: ImportPlan) => (known === 0 ? 'importNow' : added > 0 ? 'importBoth' : 'importComplete')

function Summary({ read, plan }: { read: ReadFile; plan: ImportPlan }) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  const { duplicates } = read
  const { added, known, over, left } = plan
  const said = (key: 'importNew' | 'importKnown' | 'importDuplicates', count: number) =>
    t(key, { count, number: format.number(count) })
  return (
    <>
      <ul className={classes.summary} aria-live="polite">
        <li>{said('importNew', added + over)}</li>
        {known > 0 && <li>{said('importKnown', known)}</li>}
        {duplicates > 0 && <li>{said('importDuplicates', duplicates)}</li>}
      </ul>
      {over > 0 && (
        <p className={classes.warn}>
          {t(left ? 'importOver' : 'importFull', { number: format.number(left ?? 0), left: format.number(over) })}
        </p>
      )}
      <LeftOut read={read} />
    </>
  )
}

type ChoiceProps = { groups: readonly ContactGroup[]; value: string; onChange: (groupId: string) => void }

function GroupChoice({ groups, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('contacts')
  const id = useId()
  if (groups.length === 0) return null
  return (
    <p className={classes.field}>
      <label htmlFor={id}>{t('importGroup')}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('importNoGroup')}</option>
        {groups.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </p>
  )
}

const encodingNames = { gb18030: 'importChinese', 'windows-1252': 'importWestern' } as const satisfies Record<
  OlderEncoding,
  string
>

function EncodingChoice({ value, onChange }: { value: OlderEncoding; onChange: (older: OlderEncoding) => void }) {
  const { t } = useTranslation('contacts')
  const id = useId()
  return (
    <p className={classes.field}>
      <label htmlFor={id}>{t('importEncoding')}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as OlderEncoding)}>
        {olderEncodings.map((each) => (
          <option key={each} value={each}>
            {t(encodingNames[each])}
          </option>
        ))}
      </select>
    </p>
  )
}
