/** One of a few, all in sight: radio buttons that look like one switch. Without a value none is chosen yet; the form asks for one in its own words. */
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import classes from './segmented.module.css'

type Choice<Value> = { value: Value; label: string; Icon?: LucideIcon }
type Props<Value> = { label: string; choices: readonly Choice<Value>[]; value: Value | null; onChoose: (value: Value) => void }

export function Segmented<Value extends string>({ label, choices, value, onChoose }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            required={value === null}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.Icon && <choice.Icon size={18} strokeWidth={1.75} aria-hidden="true" />}
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
