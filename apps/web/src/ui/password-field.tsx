/** A password that can be looked at. */
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from './text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'aside'> & { label?: string }

export function PasswordField(props: Props) {
  const { t } = useTranslation('account')
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      name="password"
      {...props}
      label={props.label ?? t('password')}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aside={
        <button type="button" aria-label={t(isShown ? 'hidePassword' : 'showPassword')} onClick={() => setShown(!isShown)}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      }
    />
  )
}
