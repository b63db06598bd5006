/** What is on or off. */
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingProps } from './setting.ts'
import classes from './settings.module.css'

type Props = SettingProps & { hasPeople: boolean }

export function Switches({ transfer, draft, change, hasPeople }: Props) {
  const { t } = useTranslation('detail')
  const isRestricted = draft.isRestricted ?? transfer.isRestricted
  return (
    <div className={classes.switches}>
      <Switch
        text={t('notifyLabel')}
        isOn={draft.notifyOnDownload ?? transfer.notifyOnDownload}
        onChange={(notifyOnDownload) => change({ notifyOnDownload })}
      />
      <Switch
        text={t('restrictedLabel')}
        hint={t(hasPeople ? 'restrictedHint' : 'restrictedNobody')}
        isOn={isRestricted}
        isDisabled={!hasPeople && !isRestricted}
        onChange={(isRestricted) => change({ isRestricted })}
      />
    </div>
  )
}

type SwitchProps = {
  text: string
  hint?: ReactNode
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

function Switch({ text, hint, isOn, isDisabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={classes.switch}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <label htmlFor={id}>{text}</label>
        {hint && (
          <span id={`${id}-hint`} className={classes.hint}>
            {hint}
          </span>
        )}
      </span>
    </div>
  )
}
