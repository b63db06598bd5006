/** The documents that are asked for by name, in their order. */
import { Button } from '@mantine/core'
import { requestLimits } from '@sampan/contract/limits'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'
import type { DocumentForm, Wrong } from './form.ts'
import { Block, Check, useFieldError } from './request-fields.tsx'
import classes from './request-form.module.css'

type Props = { documents: readonly DocumentForm[]; wrong: Wrong; onChange: (documents: DocumentForm[]) => void }

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const empty = { id: null, name: '', note: '', accept: '', isRequired: true }

export function DocumentsField({ documents, wrong, onChange }: Props) {
  const { t } = useTranslation('requests')
  const error = useFieldError(wrong)
  const put = (at: number, some: Partial<DocumentForm>) =>
    onChange(documents.map((each, i) => (i === at ? { ...each, ...some } : each)))
  const swap = (at: number, other: number) => {
    const next = [...documents]
    ;[next[at], next[other]] = [next[other]!, next[at]!]
    onChange(next)
  }
  return (
    <Block title={t('documents')}>
      <p className={classes.hint}>{t('documentsText')}</p>
      <ol className={classes.documents}>
        {documents.map((document, at) => {
          const name = document.name || `${at + 1}`
          return (
            <li key={document.key}>
              <div className={classes.columns}>
                <TextField
                  label={t('documentName')}
                  name={`document ${at}`}
                  maxLength={120}
                  autoFocus={!document.name && at === documents.length - 1}
                  value={document.name}
                  error={error(`name ${document.key}`)}
                  onChange={(event) => put(at, { name: event.currentTarget.value })}
                />
                <TextField
                  label={t('documentNote')}
                  maxLength={requestLimits.noteChars}
                  value={document.note}
                  onChange={(event) => put(at, { note: event.currentTarget.value })}
                />
                <TextField
                  label={t('documentTypes')}
                  value={document.accept}
                  error={error(`accept ${document.key}`)}
                  onChange={(event) => put(at, { accept: event.currentTarget.value })}
                />
              </div>
              <div className={classes.documentActs}>
                <Check
                  name={`required ${at}`}
                  label={t('isRequired')}
                  checked={document.isRequired}
                  onChange={(isRequired) => put(at, { isRequired })}
                />
                <span>
                  <button type="button" disabled={at === 0} aria-label={t('up', { name })} onClick={() => swap(at, at - 1)}>
                    <ArrowUp {...icon} />
                  </button>
                  <button
                    type="button"
                    disabled={at === documents.length - 1}
                    aria-label={t('down', { name })}
                    onClick={() => swap(at, at + 1)}
                  >
                    <ArrowDown {...icon} />
                  </button>
                  <button
                    type="button"
                    aria-label={t('removeDocument', { name })}
                    onClick={() => onChange(documents.filter((_, i) => i !== at))}
                  >
                    <X {...icon} />
                  </button>
                </span>
              </div>
            </li>
          )
        })}
      </ol>
      {documents.length < requestLimits.documents && (
        <Button
          variant="default"
          leftSection={<Plus {...icon} />}
          onClick={() => onChange([...documents, { ...empty, key: `new ${Date.now()} ${documents.length}` }])}
        >
          {t('addDocument')}
        </Button>
      )}
    </Block>
  )
}
