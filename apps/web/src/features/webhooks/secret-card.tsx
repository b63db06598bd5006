/** What the calls are signed with: it was shown once, and another can be made. */
import { Button } from '@mantine/core'
import type { Webhook } from '@sampan/contract/routes/webhooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import { useWebhookActs } from './queries.ts'
import { SecretShown } from './secret-shown.tsx'
import classes from './webhooks.module.css'

export function SecretCard({ webhook: { _id: id, formerSecretUntil } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const acts = useWebhookActs()
  const { problem, isAsking, ask } = useAsking()
  const [isSure, setSure] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  async function renew() {
    await ask(async () => setSecret((await acts.renew(id)).secret))
    setSure(false)
  }
  return (
    <section className={classes.card} aria-labelledby="secret">
      <h2 id="secret">{t('secret')}</h2>
      <p className={classes.text}>
        {formerSecretUntil === null ? t('secretKept') : t('secretBoth', { when: format.dateTime(new Date(formerSecretUntil)) })}
      </p>
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button h={44} variant="default" onClick={() => setSure(true)}>
          {t('renew')}
        </Button>
      </div>
      {isSure && (
        <Question title={t('renewTitle')} text={t('renewText')} onClose={() => setSure(false)}>
          <Button variant="default" h={46} onClick={() => setSure(false)}>
            {t('cancel')}
          </Button>
          <Button h={46} loading={isAsking} onClick={() => void renew()}>
            {t('renew')}
          </Button>
        </Question>
      )}
      {secret !== null && <SecretShown secret={secret} onClose={() => setSecret(null)} />}
    </section>
  )
}
