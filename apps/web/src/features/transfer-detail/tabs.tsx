/** Parts of which one is shown: arrows move between them, as the pattern of tabs has it. */
import { type KeyboardEvent, useRef } from 'react'
import { useChosenInView } from '../../ui/use-chosen-in-view.ts'
import classes from './tabs.module.css'

type Tab<Name> = { name: Name; text: string; count: string | null }
type Props<Name> = { id: string; label: string; tabs: readonly Tab<Name>[]; value: Name; onChoose: (name: Name) => void }

function nextIndex(key: string, index: number, length: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % length
  if (key === 'ArrowLeft') return (index - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : null
}

export function Tabs<Name extends string>({ id, label, tabs, value, onChoose }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  useChosenInView(list, value)
  function press(event: KeyboardEvent) {
    const next = nextIndex(
      event.key,
      tabs.findIndex(({ name }) => name === value),
      tabs.length,
    )
    if (next === null) return
    event.preventDefault()
    onChoose(tabs[next]!.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className={classes.tabs} onKeyDown={press}>
      {tabs.map(({ name, text, count }) => (
        <button
          key={name}
          id={`${id}-${name}`}
          type="button"
          role="tab"
          aria-selected={name === value}
          aria-controls={`${id}-panel`}
          tabIndex={name === value ? 0 : -1}
          className={classes.tab}
          onClick={() => onChoose(name)}
        >
          {text}
          {count && <span className={classes.count}>{count}</span>}
        </button>
      ))}
    </div>
  )
}
