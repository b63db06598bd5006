/** One record of DNS: its name and value, each to be copied, and what a look at it has found. */
import type { DnsRecord } from '@sampan/contract/routes/domains'
import { Check, CircleAlert, CircleHelp, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../ui/copy-text.ts'
import classes from './domain.module.css'

const icons = { right: Check, missing: CircleAlert, other: CircleAlert, unknown: CircleHelp } as const

/** `advice`: it need not be there, and this says why it should. */
export function RecordRow({ record, advice }: { record: DnsRecord; advice?: string }) {
  const { t } = useTranslation('domain')
  const { kind, name, value, state, found } = record
  const Icon = icons[state]
  return (
    <li className={classes.record} data-state={advice ? 'unknown' : state}>
      <b className={classes.kind}>{kind}</b>
      <dl className={classes.parts}>
        <Part label={t('name')} text={name} />
        <Part label={t('value')} text={value} />
      </dl>
      <p className={classes.found}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>
          {advice ?? (state === 'other' ? t('record_other', { found: found.join(', '), value }) : t(`record_${state}`))}
        </span>
      </p>
    </li>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('domain')
  const [isCopied, setCopied] = useState(false)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <button type="button" className={classes.copy} onClick={async () => setCopied(await copyText(text))}>
          {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          <span className="visually-hidden">{t(isCopied ? 'copied' : 'copy', { what: label })}</span>
        </button>
      </dd>
    </div>
  )
}
