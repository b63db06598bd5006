/** The link's password: can be looked at, and says in time when it is too short. */
import { passwordMaxChars } from '@sampan/contract/limits'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/text-field.tsx'

type Props = {
  value: string
  isTooShort: boolean
  /** Send was pressed all the same. */
  isMarked: boolean
  onType: (text: string) => void
  isDisabled: boolean
  hint: ReactNode
  /** What the server said. */
  error: string | null
}

export function PasswordOption({ value, isTooShort, isMarked, onType, isDisabled, hint, error }: Props) {
  const { t } = useTranslation('send')
  const [isShown, setShown] = useState(false)
  // Not while the first characters are typed: only who left the field is told.
  const [wasLeft, setLeft] = useState(value !== '')
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      label={t('password')}
      name="linkPassword"
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={passwordMaxChars}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
      hint={hint}
      error={error ?? ((wasLeft || isMarked) && isTooShort && t('shortPassword'))}
      aside={
        !isDisabled && (
          <button type="button" aria-label={t(isShown ? 'hidePassword' : 'showPassword')} onClick={() => setShown(!isShown)}>
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )
      }
    />
  )
}
