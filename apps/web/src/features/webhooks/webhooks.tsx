/** `/dash/webhooks` (O9): what one's own programs are told of, and how each of them stands. */
import { Button } from '@mantine/core'
import { dashWebhookPath } from '@sampan/contract/paths'
import type { Webhook } from '@sampan/contract/routes/webhooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListFailed, ListState } from '../../ui/list-state.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { useWebhooks } from './queries.ts'
import { SecretShown } from './secret-shown.tsx'
import classes from './webhooks.module.css'
import { stateOf, tones } from './words.ts'

export function Webhooks() {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useWebhooks()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<{ secret: string; id: string } | null>(null)
  const isFull = data !== undefined && data.webhooks.length >= data.limit
  return (
    <div className={classes.page}>
      <header className={classes.intro}>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.text}>{t('text')}</p>
      </header>
      {!data && !error && <section className={classes.skeleton} aria-busy="true" aria-label={t('loading')} />}
      {!data && error && (
        <ListFailed
          isCard
          title={t('failed')}
          error={error}
          tryAgain={t('tryAgain')}
          isTrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.webhooks.length > 0 && <List webhooks={data.webhooks} />}
      {data && data.webhooks.length === 0 && !isAdding && (
        <ListState isCard drawing="uploading" title={t('emptyTitle')} text={t('emptyText')}>
          <Button h={44} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        </ListState>
      )}
      {data && isAdding && (
        <AddWebhook
          mayBePrivate={data.mayBePrivate}
          onClose={() => setAdding(false)}
          onMade={(secret, id) => {
            setAdding(false)
            setMade({ secret, id })
          }}
        />
      )}
      {data && data.webhooks.length > 0 && !isAdding && (
        <div className={classes.below}>
          <Button h={44} disabled={isFull} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
          {isFull && <p className={classes.text}>{t('full', { number: format.number(data.limit) })}</p>}
        </div>
      )}
      {made && <SecretShown secret={made.secret} onClose={() => void navigate(dashWebhookPath(made.id))} />}
    </div>
  )
}

function List({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  return (
    <ul className={classes.list}>
      {webhooks.map((webhook) => {
        const state = stateOf(webhook)
        const count = webhook.events.length
        return (
          <li key={webhook._id}>
            <Link to={dashWebhookPath(webhook._id)}>
              <span className={classes.name}>{webhook.description || webhook.url}</span>
              {webhook.description && <span className={classes.url}>{webhook.url}</span>}
              <span className={classes.note}>{t('eventCount', { count, number: format.number(count) })}</span>
            </Link>
            <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
          </li>
        )
      })}
    </ul>
  )
}
