/** Recipients as chips (Q6). */
import { isEmail } from '@sampan/contract/rules/recipients'
import { Users, X } from 'lucide-react'
import { type ClipboardEvent, type Dispatch, type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../lib/role-name.ts'
import fields from '../../ui/field.module.css'
import {
  type Chips,
  endRecipient,
  pasteRecipients,
  recipientsOf,
  removeRecipient,
  reopenRecipient,
  typeRecipients,
} from './chips.ts'
import type { Form, FormAction } from './form.ts'
import { ProblemLine } from './problem-line.tsx'
import { placeOf } from './problem-place.ts'
import classes from './recipients-field.module.css'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

export function RecipientsField({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const input = useRef<HTMLInputElement>(null)
  const { chips } = form
  const set = (next: Chips | null) => next && next !== chips && dispatch({ type: 'chipsChanged', chips: next })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // While a word of another script is being composed, Enter belongs to the composing.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && chips.typed.trim()) {
      event.preventDefault()
      set(endRecipient(chips))
    }
    if (event.key === 'Backspace' && chips.typed === '' && chips.list.length > 0) {
      event.preventDefault()
      set(reopenRecipient(chips))
    }
  }
  function onPaste(event: ClipboardEvent) {
    const next = pasteRecipients(chips, event.clipboardData.getData('text'))
    if (!next) return
    event.preventDefault()
    set(next)
  }
  function remove(email: string) {
    set(removeRecipient(chips, email))
    input.current?.focus()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer only */}
      <div
        className={`${fields.row} ${classes.row}`}
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      >
        <Users className={fields.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
        <div className={classes.flow}>
          <ChipList list={chips.list} onRemove={remove} />
          <input
            ref={input}
            className={`${fields.input} ${classes.input}`}
            type="text"
            name="recipients"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            aria-label={t('emailTo')}
            aria-describedby="recipients-note"
            placeholder={chips.list.length > 0 ? t('emailToMore') : t('emailTo')}
            value={chips.typed}
            onChange={(event) => set(typeRecipients(chips, event.currentTarget.value))}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => chips.typed.trim() && set(endRecipient(chips))}
          />
        </div>
      </div>
      <RecipientsNote form={form} />
    </>
  )
}

function ChipList({ list, onRemove }: { list: string[]; onRemove: (email: string) => void }) {
  const { t } = useTranslation('send')
  if (list.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('recipients')}>
      {list.map((email) => (
        <li key={email} className={classes.chip} data-wrong={!isEmail(email) || undefined}>
          <span>{email}</span>
          <button type="button" aria-label={t('remove', { name: email })} onClick={() => onRemove(email)}>
            <X size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function RecipientsNote({ form: { chips, plan, role, problem } }: { form: Form }) {
  const { t } = useTranslation('send')
  const roleName = useRoleName()
  const lines: string[] = []
  if (chips.list.some((email) => !isEmail(email))) lines.push(t('invalidEmailTo'))
  if (recipientsOf(chips).length > plan.recipients)
    lines.push(t('tooManyPeople'), t('tooManyPeopleText', { limit: plan.recipients, role: roleName(role) }))
  return (
    <div id="recipients-note" className={classes.note} aria-live="polite">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {problem && placeOf(problem) === 'recipients' && (
        <p>
          <ProblemLine problem={problem} />
        </p>
      )}
      {chips.skipped > 0 && <p data-mild>{t('skipped', { count: chips.skipped })}</p>}
    </div>
  )
}
