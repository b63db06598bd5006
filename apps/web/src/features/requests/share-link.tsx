/** The open link, to be passed on. */
import { Button } from '@mantine/core'
import { Copy, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../ui/copy-text.ts'
import { Qr } from '../../ui/qr.tsx'
import classes from './requests.module.css'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** `isProminent`: just made, so that its code is shown at once. */
export function ShareLink({ address, isProminent }: { address: string; isProminent: boolean }) {
  const { t } = useTranslation('requests')
  const [isShown, setShown] = useState(isProminent)
  const [said, setSaid] = useState('')
  return (
    <section className={classes.share} aria-label={t('link')}>
      <input readOnly value={address} aria-label={t('link')} onFocus={(event) => event.currentTarget.select()} />
      <Button
        h={44}
        leftSection={<Copy {...icon} />}
        onClick={async () => setSaid((await copyText(address)) ? t('copied') : t('notCopied'))}
      >
        {t('copyLink')}
      </Button>
      <Button
        variant="default"
        h={44}
        leftSection={<QrCode {...icon} />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {t('showQr')}
      </Button>
      <span role="status">{said}</span>
      {isShown && <Qr text={address} label={t('qr')} className={classes.qr} />}
    </section>
  )
}
