/** The link for a camera. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { LateQr } from '../../ui/late-qr.tsx'
import classes from './dialogs.module.css'

export function QrDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useTranslation('detail')
  return (
    <Dialog title={t('qrTitle')} onClose={onClose}>
      <p className={classes.text}>{t('qrText')}</p>
      <span className={classes.qr}>
        <LateQr text={url} label={t('qrOf')} />
      </span>
      <p className={classes.link}>{url}</p>
      <div className={classes.buttons}>
        <Button variant="default" h={44} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
