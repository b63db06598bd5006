/** Where one types; it names the option that Enter takes. */
import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './palette.module.css'

type Props = {
  typed: string
  listId: string
  currentId: string | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

export function SearchBox({ typed, listId, currentId, onType, onKeyDown, onClose }: Props) {
  const { t } = useTranslation('palette')
  return (
    <div className={classes.head}>
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        data-autofocus
        role="combobox"
        type="text"
        value={typed}
        maxLength={200}
        placeholder={t('hint')}
        aria-label={t('title')}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={currentId}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className={classes.close} onClick={onClose}>
        {t('close')}
      </button>
    </div>
  )
}
