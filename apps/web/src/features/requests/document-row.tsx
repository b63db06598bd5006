/** One document that is asked for: its name, and behind it what else there is to say. */
import { titleMaxChars } from '@sampan/contract/limits'
import { ArrowDown, ArrowUp, ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AcceptField, useAcceptWords } from './accept-field.tsx'
import classes from './documents.module.css'
import type { DocumentDraft } from './documents.ts'
import { ExampleField } from './example-field.tsx'
import { Area, Check, type ErrorOf } from './fields.tsx'

type Props = {
  document: DocumentDraft
  index: number
  count: number
  errorOf: ErrorOf
  onChange: (some: Partial<DocumentDraft>) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
  /** Enter: the next one. */
  onNext: () => void
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function DocumentRow({ document, index, count, errorOf, onChange, onMove, onRemove, onNext }: Props) {
  const { t } = useTranslation('asking')
  const id = useId()
  const typeWords = useAcceptWords()
  const error = errorOf(`documents.${index}.name`)
  const noteError = errorOf(`documents.${index}.note`)
  const [isOpened, setOpened] = useState(false)
  const exampleError = errorOf(`documents.${index}.exampleUploadId`)
  const isOpen = isOpened || noteError !== null || exampleError !== null
  const name = document.name || t('documentNumber', { number: index + 1 })
  const summary = [
    t(document.isRequired ? 'required' : 'optional'),
    typeWords(document.accept),
    document.example && t('withExample'),
    document.note.trim(),
  ]
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onNext()
  }
  return (
    <li className={classes.document}>
      <div className={classes.line}>
        <span className={classes.number} aria-hidden="true">
          {index + 1}
        </span>
        <input
          className={classes.name}
          type="text"
          data-document={document.key}
          aria-label={t('documentName', { number: index + 1 })}
          placeholder={t('documentHint')}
          maxLength={titleMaxChars}
          autoComplete="off"
          aria-invalid={error !== null}
          aria-describedby={error ? `${id}-error` : undefined}
          value={document.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          onKeyDown={press}
        />
        <button type="button" aria-label={t('moveUp', { name })} disabled={index === 0} onClick={() => onMove(-1)}>
          <ArrowUp {...icon} />
        </button>
        <button type="button" aria-label={t('moveDown', { name })} disabled={index === count - 1} onClick={() => onMove(1)}>
          <ArrowDown {...icon} />
        </button>
        <button type="button" aria-label={t('removeDocument', { name })} onClick={onRemove}>
          <X {...icon} />
        </button>
      </div>
      <p id={`${id}-error`} className={classes.error} aria-live="polite">
        {error}
      </p>
      <button
        type="button"
        className={classes.more}
        aria-expanded={isOpen}
        aria-controls={`${id}-more`}
        aria-label={t('documentDetails', { name })}
        onClick={() => setOpened(!isOpen)}
      >
        <ChevronDown {...icon} />
        <span>{summary.filter(Boolean).join(' · ')}</span>
      </button>
      <div id={`${id}-more`} hidden={!isOpen} className={classes.details}>
        {isOpen && (
          <>
            <Check label={t('isRequired')} isOn={document.isRequired} onChange={(isRequired) => onChange({ isRequired })} />
            <Area
              label={t('note')}
              rows={2}
              value={document.note}
              error={noteError}
              hint={t('noteHint')}
              onChange={(note) => onChange({ note })}
            />
            <AcceptField accept={document.accept} onChange={(accept) => onChange({ accept })} />
          </>
        )}
        {/* Also while it is out of sight: a file may be on its way. */}
        <ExampleField
          name={name}
          example={document.example ?? null}
          error={exampleError !== null}
          onChange={(example) => onChange({ example })}
        />
      </div>
    </li>
  )
}
