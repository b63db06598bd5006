/** How a webhook stands, and what can be done about the whole of it. */
import { Button } from '@mantine/core'
import { dashWebhooksPath } from '@sampan/contract/paths'
import type { Webhook } from '@sampan/contract/routes/webhooks'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Badge } from '../../ui/badge.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { useWebhookActs } from './queries.ts'
import classes from './webhooks.module.css'
import { stateOf, tones } from './words.ts'

export function Standing({ webhook, mayBePrivate }: { webhook: Webhook; mayBePrivate: boolean }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const acts = useWebhookActs()
  const { problem, isAsking, ask } = useAsking()
  const [open, setOpen] = useState<'remove' | 'move' | null>(null)
  const { _id: id, url, description, failingSince } = webhook
  const state = stateOf(webhook)
  const isActive = webhook.state === 'active'
  return (
    <section className={classes.card} aria-labelledby="webhook">
      <div className={classes.head}>
        <h1 id="webhook">{description || new URL(url).host}</h1>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
      </div>
      <p className={classes.url}>{url}</p>
      {state !== 'active' && (
        <p className={classes.text} role="status">
          {t(`why_${state}`, {
            when: failingSince !== null ? format.dateTime(new Date(failingSince)) : '',
            days: format.number(webhookLimits.pausedAfterDays),
          })}
        </p>
      )}
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button
          h={44}
          variant={isActive ? 'default' : 'filled'}
          loading={isAsking}
          onClick={() => void ask(() => acts.change(id, { isPaused: isActive }))}
        >
          {t(isActive ? 'pause' : 'goOn')}
        </Button>
        <Button h={44} variant="default" onClick={() => setOpen('move')}>
          {t('move')}
        </Button>
        <Button h={44} variant="default" onClick={() => setOpen('remove')}>
          {t('remove')}
        </Button>
      </div>
      {open === 'move' && <MoveDialog webhook={webhook} mayBePrivate={mayBePrivate} onClose={() => setOpen(null)} />}
      {open === 'remove' && <Removal webhook={webhook} onClose={() => setOpen(null)} />}
    </section>
  )
}

function Removal({ webhook: { _id: id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const acts = useWebhookActs()
  const { problem, isAsking, ask } = useAsking()
  async function remove() {
    if (await ask(() => acts.remove(id))) await navigate(dashWebhooksPath)
  }
  return (
    <Question title={t('removeTitle')} text={t('removeText', { host: new URL(url).host })} onClose={onClose}>
      <ProblemLine problem={problem} />
      <Button variant="default" h={46} onClick={onClose}>
        {t('keep')}
      </Button>
      <Button h={46} loading={isAsking} onClick={() => void remove()}>
        {t('remove')}
      </Button>
    </Question>
  )
}
