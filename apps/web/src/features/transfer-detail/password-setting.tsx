/** The link's password: set, changed or taken away; the one that is set is known to nobody here. */
import { passwordMaxChars, passwordMinChars } from '@sampan/contract/limits'
import { fieldText } from '@sampan/texts/errors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { type SettingProps, useWrong } from './setting.ts'
import classes from './settings.module.css'

export function PasswordSetting(props: SettingProps) {
  const { t } = useTranslation('detail')
  const { transfer, draft, change } = props
  if (!transfer.hasPassword || typeof draft.password === 'string') return <NewPassword {...props} />
  const goes = draft.password === null
  return (
    <div className={classes.block}>
      <span className={classes.label}>{t('passwordLabel')}</span>
      <p className={classes.set}>{t(goes ? 'passwordGoes' : 'passwordIsSet')}</p>
      <span className={classes.small}>
        {goes ? (
          <button type="button" onClick={() => change({ password: undefined })}>
            {t('passwordKeep')}
          </button>
        ) : (
          <>
            <button type="button" onClick={() => change({ password: '' })}>
              {t('passwordChange')}
            </button>
            <button type="button" onClick={() => change({ password: null })}>
              {t('passwordRemove')}
            </button>
          </>
        )}
      </span>
    </div>
  )
}

function NewPassword({ transfer, draft, faults, wasTried, wrong, change }: SettingProps) {
  const { t } = useTranslation('detail')
  const language = useLanguage()
  const wrongOf = useWrong({ wrong })
  const typed = draft.password ?? ''
  // Not while the first characters are typed: only who left the field is told.
  const [wasLeft, setLeft] = useState(typed !== '')
  const isTooShort = (wasLeft || wasTried) && faults.includes('shortPassword')
  return (
    <div className={classes.block}>
      <PasswordField
        label={t(transfer.hasPassword ? 'passwordNew' : 'passwordLabel')}
        name="linkPassword"
        autoComplete="new-password"
        maxLength={passwordMaxChars}
        value={typed}
        onChange={(event) => change({ password: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
        hint={t('passwordHint', { count: passwordMinChars })}
        error={wrongOf('password') ?? (isTooShort && fieldText('passwordTooShort', language))}
      />
      {transfer.hasPassword && (
        <span className={classes.small}>
          <button type="button" onClick={() => change({ password: undefined })}>
            {t('passwordKeep')}
          </button>
        </span>
      )}
    </div>
  )
}
