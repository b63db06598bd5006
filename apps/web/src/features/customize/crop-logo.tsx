/** The window in which a logo is cut: left whole, or to one of two shapes, by mouse, touch or arrow keys. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import classes from './customize.module.css'
import type { Cut } from './prepare-picture.ts'

export type CropLogoProps = {
  url: string
  onClose: () => void
  /** Null: the whole of it. */
  onCut: (cut: Cut | null) => void
  onBroken: () => void
}

const zooms = { min: 1, max: 4, step: 0.05 }
/** Pixels that an arrow key moves the picture by. */
const keyStep = 8
const shapes = ['whole', 'wide', 'square'] as const
/** Width to height; the wide one is the place that a logo has. */
const aspects = { wide: 5 / 2, square: 1 }

export function CropLogo({ url, onClose, onCut, onBroken }: CropLogoProps) {
  const { t } = useTranslation('customize')
  const [shape, setShape] = useState<(typeof shapes)[number]>('whole')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(zooms.min)
  const [cut, setCut] = useState<Cut | null>(null)
  const isWhole = shape === 'whole'
  const choose = (chosen: typeof shape) => {
    setShape(chosen)
    setCrop({ x: 0, y: 0 })
    setZoom(zooms.min)
    setCut(null)
  }
  return (
    <Dialog title={t('cropTitle')} onClose={onClose}>
      <Segmented
        label={t('cropShape')}
        choices={shapes.map((value) => ({ value, label: t(`crop_${value}`) }))}
        value={shape}
        onChoose={choose}
      />
      <p className={classes.text}>{t(isWhole ? 'cropNothing' : 'cropText')}</p>
      <div className={classes.crop}>
        {isWhole ? (
          <img src={url} alt="" onError={onBroken} />
        ) : (
          <Cropper
            key={shape}
            image={url}
            crop={crop}
            zoom={zoom}
            minZoom={zooms.min}
            maxZoom={zooms.max}
            keyboardStep={keyStep}
            aspect={aspects[shape]}
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setCut(pixels)}
            mediaProps={{ onError: onBroken, alt: '' }}
            cropperProps={{ 'aria-label': t('cropArea'), role: 'group' }}
          />
        )}
      </div>
      {!isWhole && (
        <label className={classes.zoom}>
          {t('zoom')}
          <input type="range" {...zooms} value={zoom} onChange={(event) => setZoom(Number(event.target.value))} />
        </label>
      )}
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={46} disabled={!isWhole && !cut} onClick={() => onCut(isWhole ? null : cut)}>
          {t('useLogo')}
        </Button>
      </div>
    </Dialog>
  )
}
