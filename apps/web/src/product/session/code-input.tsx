/** One text field that looks like five boxes: pasting, deleting and screen readers work as in any field. */
import { codeLength } from '@sampan/contract/limits'
import { type Ref, useRef } from 'react'
import { useShake } from '../../ui/use-shake.ts'
import classes from './code-input.module.css'

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  value: string
  onType: (text: string) => void
  refusals: number
  isWrong: boolean
  describedBy: string
  /** A key was pressed, or something pasted: what is typed next comes from a person. */
  onHand?: () => void
}

const boxes = Array.from({ length: codeLength }, (_, index) => index)

export function CodeInput({ ref, label, value, onType, refusals, isWrong, describedBy, onHand }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  useShake(frame, refusals)
  return (
    <div ref={frame} className={classes.frame} data-wrong={isWrong || undefined}>
      <input
        ref={ref}
        className={classes.input}
        type="text"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        value={value}
        onKeyDown={onHand}
        onPaste={onHand}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {boxes.map((index) => (
        <span
          key={index}
          className={classes.box}
          data-next={index === Math.min(value.length, codeLength - 1) || undefined}
          aria-hidden="true"
        >
          {value[index] ?? ''}
        </span>
      ))}
    </div>
  )
}
