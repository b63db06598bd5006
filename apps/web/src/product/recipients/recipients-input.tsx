/** People by their addresses, as chips (Q6): typed, pasted, or suggested from the contacts. */
import { isEmail } from '@sampan/contract/rules/recipients'
import { Users, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isPasteOfFiles } from '../../lib/pasted-files.ts'
import fields from '../../ui/field.module.css'
import {
  addRecipients,
  type Chips,
  endRecipient,
  pasteRecipients,
  removeRecipient,
  reopenRecipient,
  replaceRecipient,
  typeRecipients,
} from './chips.ts'
import { Meant } from './meant.tsx'
import classes from './recipients-input.module.css'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

type Props = {
  chips: Chips
  /** Those that the server will not mail to. */
  refused: readonly string[]
  /** Contacts are those of an account. */
  hasContacts: boolean
  noteId: string
  isWrong?: boolean
  /** What they are asked or sent; without it, a transfer. */
  label?: string
  onChange: (chips: Chips) => void
}

export function RecipientsInput({ chips, refused, hasContacts, noteId, isWrong, label, onChange }: Props) {
  const { t } = useTranslation('send')
  const name = label ?? t('emailTo')
  const input = useRef<HTMLInputElement>(null)
  const set = (next: Chips | null) => next && next !== chips && onChange(next)

  const listId = useId()
  const take = ({ emails }: Suggestion) => {
    set(addRecipients(chips, emails))
    input.current?.focus()
  }
  const suggested = useSuggestions({ typed: chips.typed, chosen: chips.list, isOn: hasContacts, onTake: take })

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
    // The page takes them; their names are nobody's address.
    if (isPasteOfFiles(event)) return
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
    <div className={classes.place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer only */}
      <div
        className={`${fields.row} ${classes.row}`}
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      >
        <Users className={fields.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
        <div className={classes.flow}>
          <ChipList list={chips.list} refused={refused} onRemove={remove} />
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
            aria-label={name}
            aria-describedby={noteId}
            aria-invalid={isWrong}
            {...(hasContacts && {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': suggested.isOpen,
              'aria-controls': suggested.isOpen ? listId : undefined,
              'aria-activedescendant': suggested.active ? optionId(listId, suggested.active) : undefined,
            })}
            placeholder={chips.list.length > 0 ? t('emailToMore') : name}
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
      <Meant
        emails={chips.list}
        onTake={(meant, typed) => {
          set(replaceRecipient(chips, typed, meant))
          input.current?.focus()
        }}
      />
      {suggested.isOpen && <SuggestionList id={listId} list={suggested.list} active={suggested.active} onTake={take} />}
    </div>
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
