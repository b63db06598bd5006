/** A token that was just made, which nobody sees again; and how to try it. */
import { Button } from '@mantine/core'
import { readToken } from '@sampan/contract/routes/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './tokens.module.css'

const exampleOf = (secret: string): string =>
  `curl ${window.location.origin}${readToken.path} \\\n  -H "Authorization: Bearer ${secret}"`

export function TokenSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('tokens')
  return (
    <Dialog title={t('shownTitle')} onClose={onClose} size={520}>
      <p className={classes.text}>{t('shownText')}</p>
      <Copied label={t('secret')} text={secret} copy={t('copy')} isFirst />
      <Copied label={t('example')} text={exampleOf(secret)} copy={t('copyExample')} />
      <p className={classes.hint}>{t('exampleHint')}</p>
      <div className={classes.buttons}>
        <Button variant="default" h={48} onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </Dialog>
  )
}

type CopiedProps = { label: string; text: string; copy: string; isFirst?: boolean }

function Copied({ label, text, copy, isFirst = false }: CopiedProps) {
  const { t } = useTranslation('tokens')
  const [state, setState] = useState<'waiting' | 'copied' | 'refused'>('waiting')
  const press = async () => setState((await copyText(text)) ? 'copied' : 'refused')
  return (
    <div className={classes.copied}>
      <b>{label}</b>
      <code className={classes.secret}>{text}</code>
      <Button variant={isFirst ? 'filled' : 'default'} h={44} onClick={press}>
        <span aria-live="polite">{state === 'copied' ? t('copied') : copy}</span>
      </Button>
      <p className={classes.hint} role="status">
        {state === 'refused' && t('copyFailed')}
      </p>
    </div>
  )
}
