/** A secret, this once, and how a program checks by it that a call is from us. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './webhooks.module.css'

const example = `import { Webhook } from 'standardwebhooks'

app.post('/hooks', express.raw({ type: '*/*' }), (request, reply) => {
  const event = new Webhook(secret).verify(request.body, request.headers)
  reply.sendStatus(204) // then do what has to be done with the event
})`

export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog title={t('secretTitle')} onClose={onClose} size={640}>
      <p className={classes.text}>{t('secretText')}</p>
      <code className={classes.secret}>{secret}</code>
      <div className={classes.buttons}>
        <Button h={46} onClick={async () => setCopied(await copyText(secret))}>
          <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
        </Button>
        <Button variant="default" h={46} onClick={onClose}>
          {t('done')}
        </Button>
      </div>
      <p className={classes.text}>{t('example')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled by the arrow keys has to take the focus */}
      <pre className={classes.code} tabIndex={0}>
        {example}
      </pre>
    </Dialog>
  )
}
