/** One picture that recipients see: chosen, drawn as large as it is shown, and taken away. */
import type { BrandPlace } from '@sampan/contract/routes/branding'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './customize.module.css'
import { acceptedKinds, chosenMaxBytes, preparePicture } from './prepare-picture.ts'
import type { Draft } from './use-draft.ts'

type Props = { place: BrandPlace; draft: Pick<Draft, 'pictures' | 'choose'>; isAllowed: boolean }

export function Picture({ place, draft, isAllowed }: Props) {
  const { t } = useTranslation('customize')
  const format = useFormat()
  const id = useId()
  const [refusal, setRefusal] = useState('')
  const url = draft.pictures[place]
  async function choose(file: File) {
    if (file.size > chosenMaxBytes) return setRefusal(t('pictureLarge', { limit: format.bytes(chosenMaxBytes) }))
    setRefusal('')
    try {
      draft.choose(place, await preparePicture(file, place))
    } catch {
      setRefusal(t('pictureNone'))
    }
  }
  return (
    <fieldset className={classes.picture}>
      <legend>{t(place)}</legend>
      <p className={classes.small} id={`${id}-hint`}>
        {t(`${place}Hint`)}
      </p>
      {url && <img className={classes.thumb} data-place={place} src={url} alt={t(`${place}Shown`)} />}
      <div className={classes.row}>
        <span>
          <input
            id={id}
            className={classes.file}
            type="file"
            accept={acceptedKinds}
            disabled={!isAllowed}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              // The same file may be chosen once more.
              event.target.value = ''
              if (file) void choose(file)
            }}
          />
          <label htmlFor={id} className={classes.action}>
            {t(url ? `${place}Change` : `${place}Choose`)}
          </label>
        </span>
        {url && (
          <button type="button" className={classes.action} onClick={() => draft.choose(place, null)}>
            {t(`${place}Remove`)}
          </button>
        )}
      </div>
      <p className={classes.problem} role="alert">
        {refusal}
      </p>
    </fieldset>
  )
}
