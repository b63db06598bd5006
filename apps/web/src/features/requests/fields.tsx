/** The small parts of the form. */
import { type ReactNode, useId } from 'react'
import classes from './form.module.css'

/** What is wrong with a field, by the server's name for it. */
export type ErrorOf = (field: string) => string | null

export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </section>
  )
}

type CheckProps = { label: string; hint?: string; isOn: boolean; isDisabled?: boolean; onChange: (isOn: boolean) => void }

export const Check = ({ label, hint, isOn, isDisabled = false, onChange }: CheckProps) => (
  <label className={classes.check}>
    <input type="checkbox" checked={isOn} disabled={isDisabled} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)

type SelectProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

export function Select<Value extends string>({ label, value, choices, onChange }: SelectProps<Value>) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={classes.select} value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

type AreaProps = {
  label: string
  value: string
  rows: number
  error: string | null
  hint?: string
  onChange: (text: string) => void
}

export function Area({ label, value, rows, error, hint = '', onChange }: AreaProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={classes.area}
        rows={rows}
        value={value}
        aria-invalid={error !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-note`} className={classes.note} data-wrong={error !== null || undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  )
}

type TogglesProps<Value> = {
  legend: string
  choices: readonly (readonly [value: Value, text: string])[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}

/** Any number of a few. */
export const Toggles = <Value extends string | number>({ legend, choices, chosen, onChange }: TogglesProps<Value>) => (
  <fieldset className={classes.toggles}>
    <legend>{legend}</legend>
    {choices.map(([value, text]) => (
      <button
        key={value}
        type="button"
        className={classes.toggle}
        aria-pressed={chosen.includes(value)}
        onClick={() => onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])}
      >
        {text}
      </button>
    ))}
  </fieldset>
)
