/** Documents that are asked for by name, in the order that suppliers see. */
import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { DocumentRow } from './document-row.tsx'
import classes from './documents.module.css'
import { canAdd, type Documents, withChanged, withMoved, withNew, withoutDocument } from './documents.ts'
import type { ErrorOf } from './fields.tsx'

type Props = { documents: Documents; errorOf: ErrorOf; onChange: (documents: Documents) => void }

export function DocumentsField({ documents, errorOf, onChange }: Props) {
  const { t } = useTranslation('asking')
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const focus = (key: string | undefined) =>
    (list.current?.querySelector<HTMLElement>(`[data-document="${key}"]`) ?? add.current)?.focus()
  /** The focus goes with what was done: into the new row, or to what takes the place of one that is gone. */
  function show(next: Documents, focused: string | undefined) {
    flushSync(() => onChange(next))
    focus(focused)
  }
  function addBelow(below?: string) {
    const next = withNew(documents, below)
    show(next, next.find(({ key }) => documents.every((each) => each.key !== key))?.key ?? below)
  }
  function remove(key: string) {
    const at = documents.findIndex((each) => each.key === key)
    const next = withoutDocument(documents, key)
    show(next, (next[at] ?? next.at(-1))?.key)
  }
  return (
    <>
      {documents.length > 0 && (
        <ol ref={list} className={classes.documents} aria-label={t('documents')}>
          {documents.map((document, index) => (
            <DocumentRow
              key={document.key}
              document={document}
              index={index}
              count={documents.length}
              errorOf={errorOf}
              onChange={(some) => onChange(withChanged(documents, document.key, some))}
              onMove={(step) => onChange(withMoved(documents, document.key, step))}
              onRemove={() => remove(document.key)}
              onNext={() => addBelow(document.key)}
            />
          ))}
        </ol>
      )}
      <Button
        ref={add}
        className={classes.add}
        variant="default"
        h={44}
        disabled={!canAdd(documents)}
        leftSection={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => addBelow()}
      >
        {t('addDocument')}
      </Button>
    </>
  )
}
