/** The link for a camera. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lateChunk } from '../../lib/load-chunk.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './dialogs.module.css'

const chunk = lateChunk(() => import('../../ui/qr.tsx'))

export function QrDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useTranslation('detail')
  const [Qr, setQr] = useState(() => chunk.peek()?.Qr)
  useEffect(() => {
    chunk.load().then(
      (loaded) => setQr(() => loaded.Qr),
      () => {},
    )
  }, [])
  return (
    <Dialog title={t('qrTitle')} onClose={onClose}>
      <p className={classes.text}>{t('qrText')}</p>
      <span className={classes.qr}>{Qr && <Qr text={url} label={t('qrOf')} />}</span>
      <p className={classes.link}>{url}</p>
      <div className={classes.buttons}>
        <Button variant="default" h={44} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
