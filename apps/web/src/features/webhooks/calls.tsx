/** What was sent to a webhook of late, what came of it, and sending it again. */
import { Button } from '@mantine/core'
import type { WebhookDelivery } from '@sampan/contract/routes/webhooks'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { isUnderWay, useWebhookActs } from './queries.ts'
import classes from './webhooks.module.css'
import { deliveryStateOf, deliveryTones, eventKey } from './words.ts'

type Props = { webhookId: string; deliveries: readonly WebhookDelivery[]; onMore: (() => void) | null; isLoadingMore: boolean }

export function Calls({ webhookId, deliveries, onMore, isLoadingMore }: Props) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const acts = useWebhookActs()
  const { problem, isAsking, ask } = useAsking()
  return (
    <section className={classes.card} aria-labelledby="calls">
      <div className={classes.head}>
        <h2 id="calls">{t('log')}</h2>
        <Button h={44} variant="default" loading={isAsking} onClick={() => void ask(() => acts.test(webhookId))}>
          {t('test')}
        </Button>
      </div>
      <p className={classes.text}>{t('logText', { days: format.number(webhookLimits.logDays) })}</p>
      <ProblemLine problem={problem} />
      {deliveries.length === 0 && <ListState isPart title={t('logEmptyTitle')} text={t('logEmptyText')} />}
      {deliveries.length > 0 && (
        <ul className={classes.calls}>
          {deliveries.map((delivery) => (
            <Call key={delivery._id} webhookId={webhookId} delivery={delivery} />
          ))}
        </ul>
      )}
      {onMore && (
        <Button variant="default" h={44} loading={isLoadingMore} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </section>
  )
}

function Call({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const state = deliveryStateOf(delivery)
  const { at, tries, status, durationMs, type } = delivery
  const facts = [
    format.dateTime(new Date(at)),
    tries > 0 && t('tries', { count: tries, number: format.number(tries) }),
    status !== null && String(status),
    durationMs !== null && t('took', { ms: format.number(durationMs) }),
  ]
  return (
    <li>
      <details>
        <summary>
          <span className={classes.name}>{t(eventKey(type))}</span>
          <Badge tone={deliveryTones[state]}>{t(`state_${state}`)}</Badge>
          <span className={classes.note}>{facts.filter(Boolean).join(' · ')}</span>
        </summary>
        <Details webhookId={webhookId} delivery={delivery} />
      </details>
    </li>
  )
}

function Details({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const acts = useWebhookActs()
  const { problem, isAsking, ask } = useAsking()
  const { _id: id, fault, status, nextTryAt, answer, body } = delivery
  const seconds = format.number(webhookLimits.answerSeconds)
  return (
    <div className={classes.details}>
      {fault && <p className={classes.fault}>{t(`fault_${fault}`, { status, seconds })}</p>}
      {nextTryAt !== null && fault && (
        <p className={classes.text}>{t('nextTry', { when: format.dateTime(new Date(nextTryAt)) })}</p>
      )}
      {answer && (
        <>
          <h3>{t('answered')}</h3>
          <Code text={answer} />
        </>
      )}
      <h3>{t('sent')}</h3>
      <Code text={JSON.stringify(JSON.parse(body), null, 2)} />
      <p className={classes.note}>
        {t('id')}: <code>{id}</code>
      </p>
      <ProblemLine problem={problem} />
      <Button
        h={44}
        variant="default"
        disabled={isUnderWay(delivery)}
        loading={isAsking}
        onClick={() => void ask(() => acts.again(webhookId, id))}
      >
        {t('again')}
      </Button>
    </div>
  )
}

const Code = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled by the arrow keys has to take the focus
  <pre className={classes.code} tabIndex={0}>
    {text}
  </pre>
)
