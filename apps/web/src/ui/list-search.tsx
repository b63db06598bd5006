import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import classes from './list-tools.module.css'

type Props = {
  value: string
  maxChars: number
  label: string
  clearLabel: string
  onChange: (search: string) => void
}

const typingMs = 250
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What a list is searched for: told once the typing pauses; what changes elsewhere, such as a cleared search, comes back here. */
export function ListSearch({ value, maxChars, label, clearLabel, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const search = typed.trim()
    if (search === sent.current) return
    const send = () => {
      sent.current = search
      latest.current(search)
    }
    const timer = setTimeout(send, search ? typingMs : 0)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <span className={classes.search}>
      <Search {...icon} />
      <input
        type="search"
        value={typed}
        maxLength={maxChars}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
      />
      {typed && (
        <button type="button" aria-label={clearLabel} onClick={() => setTyped('')}>
          <X {...icon} />
        </button>
      )}
    </span>
  )
}
