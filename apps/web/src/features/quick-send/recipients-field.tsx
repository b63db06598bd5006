/** Recipients as chips (Q6). */
import { plans } from '@sampan/contract/plans'
import { isEmail } from '@sampan/contract/rules/recipients'
import { Users, X } from 'lucide-react'
import { type ClipboardEvent, type Dispatch, type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../lib/role-name.ts'
import fields from '../../ui/field.module.css'
import {
  addRecipients,
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
import { placeOf, refusedAddresses } from './problem-place.ts'
import classes from './recipients-field.module.css'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { UpgradeLink } from './upgrade-link.tsx'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

type Props = { form: Form; dispatch: Dispatch<FormAction> }

export function RecipientsField({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const input = useRef<HTMLInputElement>(null)
  const { chips } = form
  const set = (next: Chips | null) => next && next !== chips && dispatch({ type: 'chipsChanged', chips: next })

  const listId = useId()
  const isOn = form.account !== null
  const take = ({ emails }: Suggestion) => {
    set(addRecipients(chips, emails))
    input.current?.focus()
  }
  const suggested = useSuggestions({ typed: chips.typed, chosen: chips.list, isOn, onTake: take })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // While a word of another script is being composed, Enter belongs to the composing.
    if (event.nativeEvent.isComposing || suggested.press(event)) return
    if (event.key === 'Enter') {
      // It ends an address here, so after one that a comma has ended it must not send.
      event.preventDefault()
      if (chips.typed.trim()) set(endRecipient(chips))
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
      <div className={classes.place}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer only */}
        <div
          className={`${fields.row} ${classes.row}`}
          onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        >
          <Users className={fields.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
          <div className={classes.flow}>
            <ChipList list={chips.list} refused={refusedAddresses(form.problem)} onRemove={remove} />
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
              {...(isOn && {
                role: 'combobox',
                'aria-autocomplete': 'list',
                'aria-expanded': suggested.isOpen,
                'aria-controls': suggested.isOpen ? listId : undefined,
                'aria-activedescendant': suggested.active ? optionId(listId, suggested.active) : undefined,
              })}
              placeholder={chips.list.length > 0 ? t('emailToMore') : t('emailTo')}
              value={chips.typed}
              onChange={(event) => set(typeRecipients(chips, event.currentTarget.value))}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onBlur={() => {
                suggested.close()
                if (chips.typed.trim()) set(endRecipient(chips))
              }}
            />
          </div>
        </div>
        {suggested.isOpen && <SuggestionList id={listId} list={suggested.list} active={suggested.active} onTake={take} />}
      </div>
      <RecipientsNote form={form} />
    </>
  )
}

type ChipListProps = { list: string[]; refused: readonly string[]; onRemove: (email: string) => void }

function ChipList({ list, refused, onRemove }: ChipListProps) {
  const { t } = useTranslation('send')
  if (list.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('recipients')}>
      {list.map((email) => (
        <li key={email} className={classes.chip} data-wrong={!isEmail(email) || refused.includes(email) || undefined}>
          <span>{email}</span>
          <button type="button" aria-label={t('remove', { name: email })} onClick={() => onRemove(email)}>
            <X size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function RecipientsNote({ form: { chips, plan, role, problem, account } }: { form: Form }) {
  const { t } = useTranslation('send')
  const roleName = useRoleName()
  const lines: string[] = []
  if (chips.list.some((email) => !isEmail(email))) lines.push(t('invalidEmailTo'))
  const isOver = recipientsOf(chips).length > plan.recipients
  const more = plans.pro.recipients
  if (isOver) lines.push(t('tooManyPeople'), t('tooManyPeopleText', { limit: plan.recipients, role: roleName(role) }))
  // What the plan holds already is not offered.
  if (isOver && more > plan.recipients) lines.push(t('morePeople', { limit: more }))
  return (
    <div id="recipients-note" className={classes.note} aria-live="polite">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isOver && (
        <p>
          <UpgradeLink hasAccount={account !== null} />
        </p>
      )}
      {problem && placeOf(problem) === 'recipients' && (
        <p>
          <ProblemLine problem={problem} />
        </p>
      )}
      {chips.skipped > 0 && <p data-mild>{t('skipped', { count: chips.skipped })}</p>}
    </div>
  )
}
