/** The country of an address, by its name in the page's language. */
import { countries } from '@sampan/contract/countries'
import { formatCountry } from '@sampan/texts/format'
import { about } from '@sampan/texts/registry/about'
import { type ReactNode, useId, useMemo } from 'react'
import { useLanguage } from '../../lib/i18n.ts'
import classes from '../../ui/select-field.module.css'
import textClasses from '../../ui/text-field.module.css'

type Props = { label: string; unsaid: string; value: string; error: ReactNode; onChange: (country: string) => void }

export function CountryField({ label, unsaid, value, error, onChange }: Props) {
  const id = useId()
  const language = useLanguage()
  const named = useMemo(() => {
    const { compare } = new Intl.Collator(about[language].tag)
    return countries.map((code) => [code, formatCountry(code, language)] as const).sort((a, b) => compare(a[1], b[1]))
  }, [language])
  return (
    <div>
      <label htmlFor={id} className={textClasses.label}>
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        autoComplete="country"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{unsaid}</option>
        {named.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-error`} className={textClasses.description} data-error={error ? true : undefined} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
