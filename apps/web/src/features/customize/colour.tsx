/** The one colour, from which all others come; what could not be read is mended, and that is said. */
import { brandColours, colourOf, mendedOf } from '@sampan/contract/rules/brand-colours'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownColour } from '../../lib/own-colour.ts'
import { TextField } from '../../ui/text-field.tsx'
import classes from './customize.module.css'
import type { Draft } from './use-draft.ts'

/** What the well shows where none is chosen. */
const unchosen = () => ownColour() ?? '#c8351f'

type Props = { draft: Pick<Draft, 'accent' | 'change'>; isAllowed: boolean }

export function Colour({ draft: { accent, change }, isAllowed }: Props) {
  const { t } = useTranslation('customize')
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? accent ?? ''
  const isWrong = shown.trim() !== '' && colourOf(shown) === null
  const type = (text: string) => {
    setTyped(text)
    const colour = colourOf(text)
    if (colour || text.trim() === '') change({ accent: colour })
  }
  const pick = (colour: string | null) => {
    setTyped(null)
    change({ accent: colour })
  }
  return (
    <fieldset className={classes.colour}>
      <legend>{t('colour')}</legend>
      <div className={classes.row}>
        <input
          type="color"
          className={classes.well}
          aria-label={t('pick')}
          value={accent ?? unchosen()}
          disabled={!isAllowed}
          onChange={(event) => pick(event.target.value)}
        />
        <div className={classes.hex}>
          <TextField
            id={id}
            label={t('hex')}
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            placeholder="#1d4ed8"
            value={shown}
            disabled={!isAllowed}
            error={isWrong && t('hexWrong')}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={() => !isWrong && setTyped(null)}
          />
        </div>
        {accent !== null && (
          <button type="button" className={classes.action} onClick={() => pick(null)}>
            {t('noColour')}
          </button>
        )}
      </div>
      {accent !== null && isAllowed && <MendedNotes accent={accent} />}
    </fieldset>
  )
}

function MendedNotes({ accent }: { accent: string }) {
  const { t } = useTranslation('customize')
  const mended = mendedOf(accent)
  return (
    <ul className={classes.notes} aria-live="polite">
      {mended.length === 0 && <li>{t('readable')}</li>}
      {mended.map(({ look, part }) => (
        <li key={`${look} ${part}`}>
          <i style={{ background: brandColours(accent, look)[part] }} aria-hidden="true" />
          {t(`mended_${look}_${part}`)}
        </li>
      ))}
    </ul>
  )
}
