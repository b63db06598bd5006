import { useId } from 'react'
import classes from './settings.module.css'

type Choice<Value> = { value: Value; label: string; isDisabled?: boolean }
type Props<Value> = {
  legend: string
  value: Value
  choices: readonly Choice<Value>[]
  isDisabled?: boolean
  onChoose: (value: Value) => void
}

export function Choices<Value extends string>({ legend, value, choices, isDisabled = false, onChoose }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.choices} disabled={isDisabled}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            disabled={choice.isDisabled}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
