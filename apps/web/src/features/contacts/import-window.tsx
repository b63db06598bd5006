/** A file of contacts: chosen, looked at, and only then brought in. */
import { Button } from '@mantine/core'
import { contactsLimits } from '@sampan/contract/limits'
import { knownContacts } from '@sampan/contract/routes/contacts'
import type { CsvLayout } from '@sampan/contract/rules/contact-csv'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OlderEncoding } from '../../lib/file-text.ts'
import { useFormat } from '../../lib/format.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { FileFault, ReadFile } from './import-file.ts'
import { ImportPreview } from './import-preview.tsx'
import type { ContactPage } from './queries.ts'
import classes from './windows.module.css'

const reader = lateChunk(() => import('./import-file.ts'))

type Props = { page: ContactPage | undefined; onDone: () => void; onClose: () => void }
/** `turn` counts the files that were chosen: two may have one name. */
type Source = { file: File; turn: number }
type Chosen = Source & { read: ReadFile; known: ReadonlySet<string> }
/** `layout` and `older` where its columns or its bytes are to be read otherwise. */
type Asked = Source & {
  layout?: CsvLayout
  older?: OlderEncoding
  readIt: (chunk: typeof import('./import-file.ts')) => Promise<ReadFile> | ReadFile
}
type Trouble = { name: string; fault: FileFault; found: number } | { problem: unknown }

async function look({ file, turn }: Source, read: ReadFile): Promise<Chosen> {
  const emails = read.contacts.map(({ email }) => email)
  const { known } = await api.call(knownContacts, { body: { emails } })
  return { file, turn, read, known: new Set(known) }
}

/** Reading the file again, as when a column is read otherwise, asks again who of them is there; only what was asked last counts. */
function useFile() {
  const [reading, setReading] = useState<Asked | null>(null)
  const newest = useRef<Asked | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  async function take(asked: Asked) {
    newest.current = asked
    const isNewest = () => newest.current === asked
    setTrouble(null)
    setReading(asked)
    try {
      const chunk = await reader.load()
      try {
        const found = await look(asked, await asked.readIt(chunk))
        if (isNewest()) setChosen(found)
      } catch (error) {
        if (!(error instanceof chunk.UnreadFile)) throw error
        if (isNewest()) setTrouble({ name: asked.file.name, fault: error.fault, found: error.found })
      }
    } catch (problem) {
      if (isNewest()) setTrouble({ problem })
    } finally {
      if (isNewest()) setReading(null)
    }
  }
  return { reading, chosen, trouble, take }
}

export function ImportWindow({ page, onDone, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  const id = useId()
  const { reading, chosen, trouble, take } = useFile()
  const turns = useRef(0)
  const takeFile = (source: Source, older?: OlderEncoding) =>
    void take({ ...source, older, readIt: ({ readContactFile }) => readContactFile(source.file, older) })
  useEffect(() => void reader.load().catch(() => {}), [])
  return (
    <Dialog title={t('importTitle')} onClose={onClose}>
      {!chosen && <p className={classes.text}>{t('importText', { max: format.number(contactsLimits.importRows) })}</p>}
      <input
        id={id}
        className={classes.file}
        type="file"
        accept=".csv,.txt,.tsv,.vcf,.vcard,text/csv,text/vcard"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) takeFile({ file, turn: ++turns.current })
        }}
      />
      <label htmlFor={id} className={classes.choose} data-quiet={chosen !== null || undefined}>
        {t(chosen ? 'importOther' : 'importChoose')}
      </label>
      <p className={classes.soft} role="status">
        {reading && t('importReading', { name: reading.file.name })}
      </p>
      <TroubleLine trouble={trouble} />
      {chosen ? (
        <ImportPreview
          key={chosen.turn}
          {...chosen}
          page={page}
          isReading={reading !== null}
          layout={reading?.layout ?? chosen.read.layout}
          older={reading?.older ?? chosen.read.older}
          onLayout={(rows, layout) =>
            void take({ ...chosen, layout, readIt: ({ readRows }) => readRows(rows, layout, chosen.read.older) })
          }
          onOlder={(older) => takeFile(chosen, older)}
          onDone={onDone}
          onClose={onClose}
        />
      ) : (
        <div className={classes.buttons}>
          <Button variant="default" h={46} onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const maxFileBytes = 10_000_000

function TroubleLine({ trouble }: { trouble: Trouble | null }) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  const problemText = useProblemText()
  const textOf = (trouble: Trouble): string =>
    'fault' in trouble
      ? t(trouble.fault, {
          name: trouble.name,
          number: format.number(trouble.found),
          max: format.number(contactsLimits.importRows),
          limit: format.bytes(maxFileBytes),
        })
      : problemText(trouble.problem)
  return (
    <p className={classes.problem} role="alert">
      {trouble && textOf(trouble)}
    </p>
  )
}
