/** A labelled field with what is wrong, or worth knowing, right below it. */
import '@mantine/core/styles/Input.layer.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './text-field.module.css'

type Props = Omit<TextInputProps, 'classNames' | 'label' | 'description' | 'error' | 'rightSection'> & {
  label: string
  error?: ReactNode
  hint?: ReactNode
  /** Stands at the end of the field's line, as a button does. */
  aside?: ReactNode
}

export const TextField = ({ error, hint, aside, ...input }: Props) => (
  <TextInput
    {...input}
    classNames={classes}
    withAsterisk={false}
    error={Boolean(error)}
    rightSection={aside}
    rightSectionWidth={46}
    inputWrapperOrder={['label', 'input', 'description']}
    // Always there: what appears in it is read out, and nothing below moves by a line that comes and goes.
    description={<span>{error || hint}</span>}
    descriptionProps={{ 'aria-live': 'polite', mod: { error: Boolean(error) } }}
  />
)
