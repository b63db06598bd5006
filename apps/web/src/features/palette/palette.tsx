/** Everything by name: a box to type into and what it finds, by the combobox pattern; the focus stays in the box. */
import { useMediaQuery } from '@mantine/hooks'
import type { User } from '@sampan/contract/routes/accounts'
import { Link2 } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { upTo } from '../../ui/breakpoints.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type Command, groupsOf, matching } from './commands.ts'
import classes from './palette.module.css'
import { optionId, Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { type Acts, useCommands } from './use-commands.ts'
import { useFound, useLast } from './use-found.ts'

type Props = Acts & { user: User; onClose: () => void }

/** Copying says here that it is done: what it changes is not to be seen. */
function useCopyLast(say: (text: string) => void): Command[] {
  const { t } = useTranslation('palette')
  const last = useLast()
  // What only its recipients can open stays so.
  if (!last?.isLinkOpen || last.isRestricted) return []
  const copy = async () => say((await copyText(last.linkUrl)) ? t('copied') : t('copyFailed', { link: last.linkUrl }))
  const label = t('copyLast', { name: last.title || last.fileName })
  return [{ id: 'copy last link', group: 'actions', label, words: 'copy last link', Icon: Link2, run: () => void copy() }]
}

/** Where the next key leads in a list that goes round. */
function nextIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return count - 1
  return key === 'PageUp' ? 0 : null
}

export function Palette({ user, onClose, ...acts }: Props) {
  const { t } = useTranslation('palette')
  const format = useFormat()
  const listId = useId()
  const isPhone = useMediaQuery(upTo('phone'), false, { getInitialValueInEffect: false })
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [said, setSaid] = useState('')
  const { isSearching, hasFailed, ...found } = useFound(typed)
  const { fixed, asked } = useCommands(user, acts, found)
  const copyLast = useCopyLast(setSaid)
  const groups = groupsOf([...matching([...fixed, ...copyLast], typed), ...asked])
  const commands = groups.flatMap((group) => group.commands)
  const current = commands[Math.min(at, commands.length - 1)]
  const choose = (command: Command) => {
    command.run()
    if (!copyLast.includes(command)) onClose()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isToggle = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const next = nextIndex(event.key, Math.min(at, commands.length - 1), commands.length)
    if (isToggle) onClose()
    else if (next !== null) setAt(next)
    else if (event.key === 'Enter' && current) choose(current)
    else return
    event.preventDefault()
  }
  const status = said || (isSearching ? '' : t('count', { count: commands.length, number: format.number(commands.length) }))
  return (
    <Dialog
      title={t('title')}
      hasHiddenTitle
      focusesContent
      size={620}
      top={isPhone ? '12px' : 'min(14vh, 120px)'}
      onClose={onClose}
    >
      <div className={classes.palette}>
        <SearchBox
          typed={typed}
          listId={listId}
          currentId={current && optionId(listId, current)}
          onType={(text) => {
            setTyped(text)
            setAt(0)
            setSaid('')
          }}
          onKeyDown={press}
          onClose={onClose}
        />
        <Results
          listId={listId}
          groups={groups}
          current={current}
          onChoose={choose}
          onPoint={(c) => setAt(commands.indexOf(c))}
        />
        {commands.length === 0 && !isSearching && <p className={classes.none}>{t('nothing', { typed: typed.trim() })}</p>}
        {isSearching && found.found.length === 0 && <p className={classes.none}>{t('searching')}</p>}
        {hasFailed && !isSearching && <p className={classes.none}>{t('failed')}</p>}
        <div className={classes.foot}>
          <span className={said ? classes.said : 'visually-hidden'} role="status">
            {status}
          </span>
          {!said && <Hints />}
        </div>
      </div>
    </Dialog>
  )
}

const hints = [
  ['↑ ↓', 'keysMove'],
  ['↵', 'keysChoose'],
  ['Esc', 'keysClose'],
] as const

function Hints() {
  const { t } = useTranslation('palette')
  return hints.map(([key, text]) => (
    <span key={text} className={classes.hint} aria-hidden="true">
      <kbd>{key}</kbd> {t(text)}
    </span>
  ))
}
