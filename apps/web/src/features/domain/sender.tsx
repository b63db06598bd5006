/** The address that mails to recipients and suppliers come from (B3): what to set for it in DNS, and what is there. */
import { Button } from '@mantine/core'
import type { SenderDomain, SenderView } from '@sampan/contract/routes/sender-domains'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Badge } from '../../ui/badge.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import classes from './domain.module.css'
import { tones } from './host-card.tsx'
import { RecordRow } from './record-row.tsx'
import { useSender, useSenderActs } from './sender-queries.ts'
import { WhereToSet } from './where-to-set.tsx'

export function Sender() {
  const { t } = useTranslation('domain')
  const problemText = useProblemText()
  const { data, error, refetch } = useSender()
  return (
    <section className={classes.card} aria-labelledby="mails-from">
      <h2 id="mails-from">{t('mailsTitle')}</h2>
      {data && <Known view={data} />}
      {!data && error && (
        <>
          <p className={classes.text} role="alert">
            {problemText(error)}
          </p>
          <Button variant="default" h={44} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </>
      )}
    </section>
  )
}

function Known({ view: { domain, usual, isAllowed } }: { view: SenderView }) {
  const { t } = useTranslation('domain')
  const now = isAllowed && domain?.state === 'verified' ? domain.address : usual
  return (
    <>
      <p className={classes.text}>{t('mailsText')}</p>
      <p className={classes.example}>
        <span>{t('mailsNow')}</span> <b>{now}</b>
      </p>
      {!isAllowed && <p className={classes.text}>{t(domain ? 'mailsRest' : 'mailsReserved')}</p>}
      {domain ? <Taken domain={domain} usual={usual} /> : isAllowed && <Take />}
    </>
  )
}

function Take() {
  const { t } = useTranslation('domain')
  const acts = useSenderActs()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useFocusWrong(form, refusals)
  function take(event: FormEvent) {
    event.preventDefault()
    const address = typed.trim()
    if (!address.includes('@')) return refuse({ address: 'invalid' })
    void ask(() => acts.set(address))
  }
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={take}>
      <TextField
        label={t('mailsLabel')}
        name="address"
        type="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        placeholder="files@example.com"
        value={typed}
        error={Object.keys(wrong).length > 0 && t('mailsWrong')}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          mend()
        }}
      />
      <ProblemLine problem={problem} />
      <Button type="submit" h={44} loading={isAsking} className={classes.submit}>
        {t('add')}
      </Button>
    </form>
  )
}

function Taken({ domain, usual }: { domain: SenderDomain; usual: string }) {
  const { t } = useTranslation('domain')
  const format = useFormat()
  const acts = useSenderActs()
  const { problem, isAsking, ask } = useAsking()
  const [isRemoving, setRemoving] = useState(false)
  const { host, address, state, records, dmarc, checkedAt } = domain
  return (
    <>
      <div className={classes.head}>
        <h3>{address}</h3>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
      </div>
      <p className={classes.text} role="status">
        {t(`mails_${state}`, { usual })}
      </p>
      <ul className={classes.records}>
        {records.map((record) => (
          <RecordRow key={record.name} record={{ ...record, kind: 'TXT' }} />
        ))}
        {dmarc.state === 'missing' && <RecordRow record={{ ...dmarc, kind: 'TXT', found: [] }} advice={t('dmarc')} />}
      </ul>
      {records.length > 1 && <p className={classes.text}>{t(records[0]?.isSigning ? 'oldMayGo' : 'newFirst')}</p>}
      {state !== 'verified' && <WhereToSet host={host} />}
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button
          h={44}
          variant={state === 'verified' ? 'default' : 'filled'}
          loading={isAsking}
          onClick={() => void ask(acts.check)}
        >
          {t('check')}
        </Button>
        {state === 'verified' && (
          <Button h={44} variant="default" disabled={isAsking} onClick={() => void ask(acts.renew)}>
            {t('renew')}
          </Button>
        )}
        <Button h={44} variant="default" onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
        {checkedAt !== null && (
          <span className={classes.note}>{t('checkedAt', { time: format.dateTime(new Date(checkedAt)) })}</span>
        )}
      </div>
      {isRemoving && (
        <Question
          title={t('removeTitle', { host: address })}
          text={t('mailsRemove', { usual })}
          onClose={() => setRemoving(false)}
        >
          <Button variant="default" h={46} onClick={() => setRemoving(false)}>
            {t('keep')}
          </Button>
          <Button
            h={46}
            loading={isAsking}
            onClick={async () => {
              if (!(await ask(acts.remove))) setRemoving(false)
            }}
          >
            {t('remove')}
          </Button>
        </Question>
      )}
    </>
  )
}
