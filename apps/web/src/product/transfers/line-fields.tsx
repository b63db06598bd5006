/** The lines of text that its sender may give a transfer, in the form that sends it and in the one that changes it. */
import { type SenderLine, type SenderValues, senderLineNames, senderLines } from '@sampan/contract/rules/sender-values'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'

type Lines = { [L in SenderLine]: string }
type Props = {
  values: Pick<SenderValues, SenderLine>
  /** What stands where a line is empty. */
  placeholders?: Partial<Lines>
  errorOf: (line: SenderLine) => string | null | undefined
  onChange: (changed: Partial<Lines>) => void
}

export function LineFields({ values, placeholders = {}, errorOf, onChange }: Props) {
  const { t } = useTranslation('send')
  return senderLineNames.map((name) => (
    <TextField
      key={name}
      label={t(`${name}Label`)}
      name={name}
      autoComplete="off"
      maxLength={senderLines[name]}
      placeholder={placeholders[name]}
      value={values[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      hint={t(`${name}Hint`)}
      error={errorOf(name)}
    />
  ))
}
