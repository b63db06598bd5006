/** The link while bytes still flow: it works already, and shows what is ready (D8). */
import { Button } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../../ui/use-copy.ts'
import { WholeLink } from '../../../ui/whole-link.tsx'
import classes from './sending-link.module.css'

export function SendingLink({ url }: { url: string }) {
  const { t } = useTranslation('send')
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, copy } = useCopy(url, field)
  const isCopied = state === 'copied'
  return (
    <div className={classes.link}>
      <div>
        <WholeLink field={field} url={url} label={t('link')} />
        <Button
          variant="default"
          h={44}
          leftSection={
            isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={17} strokeWidth={1.75} aria-hidden="true" />
          }
          onClick={() => void copy()}
        >
          {isCopied ? t('linkCopied') : t('copyLink')}
        </Button>
      </div>
      <p aria-live="polite">{t(state === 'refused' ? 'copyByHand' : 'linkAlready')}</p>
    </div>
  )
}
