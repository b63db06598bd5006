/** The eight inputs: activated codes are locked in theirs, by their last four characters. */
import { maxLicenceCodes } from '@sampan/contract/limits'
import type { Licence } from '@sampan/contract/routes/licences'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './licences.module.css'
import { pasteAt, type Typed, typeAt } from './typed-codes.ts'

const masked = (hint: string): string => `•••••-•••••-•••••-•${hint}`
const pattern = 'XXXXX-XXXXX-XXXXX-XXXXX'

type Props = {
  own: readonly Licence[]
  typed: Typed
  wrong: ReadonlySet<number>
  describedBy: string
  isBusy: boolean
  onType: (typed: Typed) => void
}

export function CodeInputs({ own, typed, wrong, describedBy, isBusy, onType }: Props) {
  const { t } = useTranslation('licences')
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (wrong.size > 0) list.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus()
  }, [wrong])
  return (
    <ol ref={list} className={classes.inputs}>
      {own.map(({ hint }, index) => (
        <li key={`own-${hint}-${index}`} data-locked>
          <span aria-hidden="true">{index + 1}</span>
          <input readOnly value={masked(hint)} aria-label={t('codeActivated', { number: index + 1 })} />
          <Lock size={16} strokeWidth={2} aria-hidden="true" />
        </li>
      ))}
      {typed.map((text, index) => (
        <li key={own.length + index}>
          <span aria-hidden="true">{own.length + index + 1}</span>
          <input
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            placeholder={own.length + index < maxLicenceCodes ? pattern : ''}
            aria-label={t('code', { number: own.length + index + 1 })}
            aria-invalid={wrong.has(index)}
            aria-describedby={describedBy}
            readOnly={isBusy}
            value={text}
            onChange={({ currentTarget: { value, selectionStart } }) =>
              onType(typeAt(typed, index, value, selectionStart === value.length))
            }
            onPaste={(event) => {
              const next = isBusy ? null : pasteAt(typed, index, event.clipboardData.getData('text'))
              if (!next) return
              event.preventDefault()
              onType(next)
            }}
          />
        </li>
      ))}
    </ol>
  )
}
