/** One host: how it stands, each record with what is wanted and what is there, and giving it back. */
import { Button } from '@mantine/core'
import type { DnsRecord, LinkDomain } from '@sampan/contract/routes/domains'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Badge } from '../../ui/badge.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import classes from './domain.module.css'
import { useDomainActs } from './queries.ts'
import { RecordRow } from './record-row.tsx'
import { WhereToSet } from './where-to-set.tsx'

export const tones = { verified: 'jade', waiting: 'amber', broken: 'lacquer' } as const

/** A CNAME, or the addresses in its place where a name cannot have one: what is asked for first, and what instead. */
function wanted(records: readonly DnsRecord[]): { first: DnsRecord[]; instead: DnsRecord[] } {
  const isAddress = ({ kind }: DnsRecord) => kind === 'A' || kind === 'AAAA'
  const hasName = records.some(({ kind }) => kind === 'CNAME')
  return {
    first: records.filter((record) => !(hasName && isAddress(record))),
    instead: hasName ? records.filter(isAddress) : [],
  }
}

/** All is set as it shall be, and still the name is not theirs: it was proven by somebody else, or not looked at since. */
export function isHeldUp({ state, isSubdomain, records }: Pick<LinkDomain, 'state' | 'isSubdomain' | 'records'>): boolean {
  const isRight = (record: DnsRecord) => record.state === 'right'
  const proofs = records.filter(({ kind }) => kind === 'TXT')
  const leads = records.filter(({ kind }) => kind !== 'TXT').some(isRight)
  return state !== 'verified' && !isSubdomain && proofs.length > 0 && proofs.every(isRight) && leads
}

export function HostCard({ domain, base }: { domain: LinkDomain; base: string }) {
  const { t } = useTranslation('domain')
  const format = useFormat()
  const acts = useDomainActs()
  const { problem, isAsking, ask } = useAsking()
  const [isRemoving, setRemoving] = useState(false)
  const { host, state, records, checkedAt, isSubdomain } = domain
  const { first, instead } = wanted(records)
  return (
    <section className={classes.card} aria-labelledby={`host-${host}`}>
      <div className={classes.head}>
        <h2 id={`host-${host}`}>{host}</h2>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
      </div>
      <p className={classes.text} role="status">
        {isHeldUp(domain)
          ? t('allRight')
          : t(isSubdomain && state !== 'verified' ? 'belowWaits' : `state_${state}_text`, { host, base })}
      </p>
      {first.length > 0 && (
        <ul className={classes.records}>
          {first.map((record) => (
            <RecordRow key={record.kind + record.value} record={record} />
          ))}
        </ul>
      )}
      {instead.length > 0 && (
        <details className={classes.more}>
          <summary>{t('apex')}</summary>
          <p className={classes.text}>{t('apexText')}</p>
          <ul className={classes.records}>
            {instead.map((record) => (
              <RecordRow key={record.kind + record.value} record={record} />
            ))}
          </ul>
        </details>
      )}
      {state !== 'verified' && !isSubdomain && <WhereToSet host={host} />}
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button
          h={44}
          variant={state === 'verified' ? 'default' : 'filled'}
          loading={isAsking}
          onClick={() => void ask(() => acts.check(host))}
        >
          {t('check')}
        </Button>
        <Button h={44} variant="default" onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
        {checkedAt !== null && (
          <span className={classes.note}>{t('checkedAt', { time: format.dateTime(new Date(checkedAt)) })}</span>
        )}
      </div>
      {isRemoving && (
        <Question title={t('removeTitle', { host })} text={t('removeText')} onClose={() => setRemoving(false)}>
          <Button variant="default" h={46} onClick={() => setRemoving(false)}>
            {t('keep')}
          </Button>
          <Button
            h={46}
            loading={isAsking}
            onClick={async () => {
              if (!(await ask(() => acts.remove(host)))) setRemoving(false)
            }}
          >
            {t('remove')}
          </Button>
        </Question>
      )}
    </section>
  )
}
