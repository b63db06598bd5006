/** In which language somebody is written to; empty: nobody has said, and it is worked out. */
import { languages } from '@sampan/contract/languages'
import type { Language } from '@sampan/contract/paths'
import { about } from '@sampan/texts/registry/about'
import { useId } from 'react'
import classes from './select-field.module.css'

type Props = { label: string; unsaid: string; value: Language | null; onChange: (language: Language | null) => void }

export function LanguageField({ label, unsaid, value, onChange }: Props) {
  const id = useId()
  return (
    <div className={classes.block}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={classes.select}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(languages.find((language) => language === currentTarget.value) ?? null)}
      >
        <option value="">{unsaid}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={about[language].tag}>
            {about[language].name}
          </option>
        ))}
      </select>
    </div>
  )
}
