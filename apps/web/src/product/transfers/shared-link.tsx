/** The link to hand on: copied already where the browser allows it, to be touched, scanned, shared or opened. */
import { Button } from '@mantine/core'
import { Check, Copy, ExternalLink, Mail, MessageCircle, Share2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LateQr } from '../../ui/late-qr.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { WholeLink } from '../../ui/whole-link.tsx'
import classes from './shared-link.module.css'

type Props = {
  url: string
  /** It stands among other things: nothing is copied unasked, and the button is not the page's one. */
  isQuiet?: boolean
}

export function SharedLink({ url, isQuiet = false }: Props) {
  const { t } = useTranslation('send')
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, copy, copyUnasked } = useCopy(url, field)
  useEffect(() => {
    if (!isQuiet) void copyUnasked()
  }, [isQuiet, copyUnasked])
  const isCopied = state === 'copied'
  return (
    <>
      <div className={classes.link}>
        <WholeLink field={field} url={url} label={t('link')} />
      </div>
      <Button
        fullWidth
        variant={isQuiet ? 'default' : 'filled'}
        h={52}
        fz={16}
        mt={10}
        className={isCopied ? classes.copied : undefined}
        leftSection={isCopied ? <Check size={20} aria-hidden="true" /> : <Copy size={19} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {isCopied ? t('linkCopied') : t('copyLink')}
      </Button>
      <p className={classes.note} aria-live="polite">
        {isCopied && <span className="visually-hidden">{t('linkCopied')}</span>}
        {state === 'refused' && t('copyByHand')}
      </p>
      <div className={classes.hand}>
        <LateQr className={classes.qr} text={url} label={t('qr')} />
        <div className={classes.ways}>
          <p>{t('qrHint')}</p>
          <ShareButton url={url} />
          <a href={`mailto:?${query({ body: url })}`}>
            <Mail size={17} strokeWidth={1.75} aria-hidden="true" />
            {t('shareMail')}
          </a>
          <a href={`https://wa.me/?${query({ text: url })}`} target="_blank" rel="noopener noreferrer">
            <MessageCircle size={17} strokeWidth={1.75} aria-hidden="true" />
            {t('shareWhatsApp')}
          </a>
          <a href={url} target="_blank" rel="noopener">
            <ExternalLink size={17} strokeWidth={1.75} aria-hidden="true" />
            {t('openLink')}
          </a>
        </div>
      </div>
    </>
  )
}

/** Mail programs read a plus sign as one. */
const query = (slots: Record<string, string>) => new URLSearchParams(slots).toString().replaceAll('+', '%20')

/** Only where the device has a sheet to share with. */
function ShareButton({ url }: { url: string }) {
  const { t } = useTranslation('send')
  if (!('share' in navigator)) return null
  return (
    // Whoever closes the sheet has not failed.
    <button type="button" onClick={() => void navigator.share({ url }).catch(() => {})}>
      <Share2 size={17} strokeWidth={1.75} aria-hidden="true" />
      {t('share')}
    </button>
  )
}
