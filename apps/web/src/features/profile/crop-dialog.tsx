/** The window in which a picture is cut to the round that people see. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { cutPicture, type Square } from './cut-picture.ts'
import classes from './profile.module.css'

export type CropProps = { url: string; onClose: () => void; onCut: (cut: Blob) => void; onBroken: () => void }

const zooms = { min: 1, max: 4, step: 0.05 }
/** Pixels that an arrow key moves the picture by. */
const keyStep = 8

export function CropDialog({ url, onClose, onCut, onBroken }: CropProps) {
  const { t } = useTranslation('profile')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(zooms.min)
  const [square, setSquare] = useState<Square | null>(null)
  const use = () => square && cutPicture(url, square).then(onCut, onBroken)
  return (
    <Dialog title={t('cropTitle')} onClose={onClose}>
      <p className={classes.text}>{t('cropText')}</p>
      <div className={classes.crop}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={zooms.min}
          maxZoom={zooms.max}
          keyboardStep={keyStep}
          aspect={1}
          cropShape="round"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setSquare(pixels)}
          mediaProps={{ onError: onBroken, alt: '' }}
          cropperProps={{ 'aria-label': t('cropArea'), role: 'group' }}
        />
      </div>
      <label className={classes.zoom}>
        {t('zoom')}
        <input
          type="range"
          min={zooms.min}
          max={zooms.max}
          step={zooms.step}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={46} disabled={!square} onClick={use}>
          {t('usePicture')}
        </Button>
      </div>
    </Dialog>
  )
}
