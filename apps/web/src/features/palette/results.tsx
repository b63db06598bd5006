/** What was found, in groups; the one that Enter takes is marked and in sight. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command, Group } from './commands.ts'
import classes from './palette.module.css'

type Props = {
  listId: string
  groups: readonly { group: Group; commands: Command[] }[]
  current: Command | undefined
  onChoose: (command: Command) => void
  onPoint: (command: Command) => void
}

export const optionId = (listId: string, { id }: Command): string => `${listId} ${id}`.replaceAll(' ', '-')

export function Results({ listId, groups, current, onChoose, onPoint }: Props) {
  const { t } = useTranslation('palette')
  const list = useRef<HTMLDivElement>(null)
  const currentId = current?.id
  useEffect(() => {
    if (currentId) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <div ref={list} id={listId} role="listbox" aria-label={t('results')} className={classes.list}>
      {groups.map(({ group, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
          <div id={`${listId}-${group}`} className={classes.group}>
            {t(group)}
          </div>
          {commands.map((command) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
            <div
              key={command.id}
              id={optionId(listId, command)}
              role="option"
              tabIndex={-1}
              aria-selected={command.id === currentId}
              className={classes.option}
              onPointerMove={() => onPoint(command)}
              onClick={() => onChoose(command)}
            >
              <command.Icon size={18} strokeWidth={1.75} aria-hidden="true" />
              <bdi className={classes.label}>{command.label}</bdi>
              {command.detail && <span className={classes.detail}>{command.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
