/** Four numbers at a glance, and how they have changed. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './analytics.module.css'
import { useShare } from './days.ts'
import type { Figures as Answer } from './queries.ts'

export function Figures({ figures, country }: { figures: Answer | null; country: string | null }) {
  const { t } = useTranslation('analytics')
  const format = useFormat()
  const [now, before] = [figures?.totals, figures?.previous?.totals]
  const all = country ? t('ofAllCountries') : undefined
  return (
    <dl className={classes.figures} aria-label={t('figures')}>
      <Figure label={t('downloads')} now={now?.downloads} before={before?.downloads} format={format.number} />
      <Figure label={t('volume')} now={now?.sizeBytes} before={before?.sizeBytes} format={format.bytes} />
      <Figure label={t('sent')} note={all} now={now?.sent} before={before?.sent} format={format.number} />
      <Figure label={t('countriesReached')} note={all} now={figures?.countries.filter(isKnown).length} format={format.number} />
    </dl>
  )
}

const isKnown = ({ country }: { country: string }) => country !== 'ZZ'

type Props = {
  label: string
  note?: string | undefined
  /** undefined: not here yet. */
  now: number | undefined
  before?: number | undefined
  format: (value: number) => string
}

const Figure = ({ label, note, now, before, format }: Props) => (
  <div className={classes.figure}>
    <dt>
      {label}
      {note && <span> · {note}</span>}
    </dt>
    <dd>
      {now === undefined ? <span className={classes.skeletonLine} /> : format(now)}
      {now !== undefined && before !== undefined && <Change now={now} before={before} said={format(before)} />}
    </dd>
  </div>
)

function Change({ now, before, said }: { now: number; before: number; said: string }) {
  const { t } = useTranslation('analytics')
  const share = useShare()
  const percent = share(Math.abs(now - before), before)
  const text =
    before === 0
      ? t(now === 0 ? 'changeNone' : 'changeNew')
      : now === before
        ? t('changeNone')
        : t(now > before ? 'changeUp' : 'changeDown', { percent })
  const Icon = now > before ? ArrowUp : ArrowDown
  return (
    <span className={classes.change} data-up={now > before || undefined} title={t('before', { value: said })}>
      {now !== before && <Icon size={14} strokeWidth={2.25} aria-hidden="true" />}
      {text}
    </span>
  )
}
