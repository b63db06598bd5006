/** Leads a webhook to another address. */
import { Button } from '@mantine/core'
import type { Webhook } from '@sampan/contract/routes/webhooks'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '../../lib/use-asking.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { AddressField } from './address-field.tsx'
import { useWebhookActs } from './queries.ts'
import classes from './webhooks.module.css'

type Props = { webhook: Webhook; mayBePrivate: boolean; onClose: () => void }

export function MoveDialog({ webhook, mayBePrivate, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const acts = useWebhookActs()
  const form = useRef<HTMLFormElement>(null)
  const [url, setUrl] = useState(webhook.url)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useFocusWrong(form, refusals)
  async function move(event: FormEvent) {
    event.preventDefault()
    if (url.trim() === '') return refuse({ url: 'required' })
    if (await ask(() => acts.move(webhook._id, url.trim()))) onClose()
  }
  return (
    <Dialog title={t('moveTitle')} onClose={onClose}>
      <form ref={form} noValidate onSubmit={move}>
        <AddressField
          value={url}
          mayBePrivate={mayBePrivate}
          wrong={wrong.url}
          onChange={(value) => {
            setUrl(value)
            mend()
          }}
        />
        <ProblemLine problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={46} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={46} loading={isAsking}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
