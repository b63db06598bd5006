import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { initialsOf } from '../../lib/initials.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './recipients-input.module.css'
import type { Suggestion } from './use-suggestions.ts'

type Props = { id: string; list: readonly Suggestion[]; active: Suggestion | null; onTake: (suggestion: Suggestion) => void }

export const optionId = (listId: string, { id }: Suggestion): string => `${listId}-${id}`

const titleOf = ({ name, company }: Suggestion): string => [name, company].filter(Boolean).join(' · ')

/** The focus stays in the field, which says what of this is active. */
export function SuggestionList({ id, list, active, onTake }: Props) {
  const { t } = useTranslation('send')
  return (
    <div id={id} role="listbox" aria-label={t('suggestions')} className={classes.suggestions}>
      {list.map((each) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
        <div
          key={each.id}
          id={optionId(id, each)}
          role="option"
          aria-selected={each === active}
          className={classes.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(each)}
        >
          {each.kind === 'group' ? (
            <Users size={20} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <Avatar size={30} initials={initialsOf(each.name, each.emails[0] ?? '')} />
          )}
          <span className={classes.words}>
            <span>{titleOf(each) || each.emails[0]}</span>
            {each.kind === 'group' ? (
              <small>{t('suggestedGroup', { count: each.emails.length })}</small>
            ) : (
              titleOf(each) && <small>{each.emails[0]}</small>
            )}
          </span>
        </div>
      ))}
    </div>
  )
}
