/** One picture that recipients see: chosen, drawn as large as it is shown, and taken away. */
import type { BrandPlace } from '@sampan/contract/routes/branding'
import { type ComponentType, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import type { CropLogoProps } from './crop-logo.tsx'
import classes from './customize.module.css'
import { acceptedKinds, type Cut, chosenMaxBytes, mayCut, preparePicture } from './prepare-picture.ts'
import type { Draft } from './use-draft.ts'

const { load: loadCrop } = lateChunk(() => import('./crop-logo.tsx'))

type Cropped = { file: File; url: string; Crop: ComponentType<CropLogoProps> }
type Props = { place: BrandPlace; draft: Pick<Draft, 'pictures' | 'choose'>; isAllowed: boolean }

export function Picture({ place, draft, isAllowed }: Props) {
  const { t } = useTranslation('customize')
  const format = useFormat()
  const id = useId()
  const [refusal, setRefusal] = useState('')
  const url = draft.pictures[place]
  const [cropped, setCropped] = useState<Cropped | null>(null)
  const close = () => {
    if (cropped) URL.revokeObjectURL(cropped.url)
    setCropped(null)
  }
  async function use(file: File, cut: Cut | null = null) {
    try {
      draft.choose(place, await preparePicture(file, place, cut))
    } catch {
      setRefusal(t('pictureNone'))
    }
  }
  async function choose(file: File) {
    if (file.size > chosenMaxBytes) return setRefusal(t('pictureLarge', { limit: format.bytes(chosenMaxBytes) }))
    setRefusal('')
    if (!mayCut(file, place)) return use(file)
    // Where the window does not come the logo is taken whole.
    const window = await loadCrop().catch(() => null)
    if (window) setCropped({ file, url: URL.createObjectURL(file), Crop: window.CropLogo })
    else await use(file)
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
      {cropped && (
        <cropped.Crop
          url={cropped.url}
          onClose={close}
          onCut={(cut) => {
            close()
            void use(cropped.file, cut)
          }}
          onBroken={() => {
            close()
            setRefusal(t('pictureNone'))
          }}
        />
      )}
    </fieldset>
  )
}
