import { Button } from '@mantine/core'
import { messageMaxChars } from '@sampan/contract/limits'
import { type ExpiryName, expirySeconds } from '@sampan/contract/plans'
import type { RequestSettings, Settings, TransferSettings } from '@sampan/contract/routes/settings'
import { expiryName } from '@sampan/contract/rules/expiry'
import { messageLength } from '@sampan/contract/rules/message'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { useAsking } from '../../lib/use-asking.ts'
import type { Change } from './change.ts'
import { Choices } from './choices.tsx'
import classes from './settings.module.css'

type Part = 'transferSettings' | 'requestSettings'
type Some = TransferSettings & RequestSettings
type Props = { part: Part; settings: Settings; expiries: readonly ExpiryName[]; onChange: Change }

const words = {
  transferSettings: { title: 'transfersTitle', text: 'transfersText', notify: 'notify', notice: 'notifyOnDownload' },
  requestSettings: { title: 'requestsTitle', text: 'requestsText', notify: 'notifyUpload', notice: 'notifyOnUpload' },
} as const

/** What is as for everybody is not kept: should that change, it changes along. */
function kept(part: Part, { sendAs, expirySeconds: seconds, message, ...some }: Some): Some {
  const { notice } = words[part]
  return {
    ...(part === 'transferSettings' && sendAs === 'link' && { sendAs }),
    ...(seconds !== undefined && seconds !== expirySeconds.week && { expirySeconds: seconds }),
    ...(some[notice] === false && { [notice]: false }),
    ...(message && { message }),
  }
}

const isSame = (one: Some, other: Some): boolean => JSON.stringify(one) === JSON.stringify(other)

export function Defaults({ part, settings, expiries, onChange }: Props) {
  const { t } = useTranslation('settings')
  const problemText = useProblemText()
  const id = useId()
  const [some, setSome] = useState<Some>(settings[part])
  const [isSaved, setSaved] = useState(false)
  const { problem, isAsking, ask, mend } = useAsking()
  const { title, text, notify, notice } = words[part]
  useUnsaved(!isSame(kept(part, some), kept(part, settings[part])))
  const change = (changed: Some) => {
    setSome({ ...some, ...changed })
    setSaved(false)
    mend()
  }
  const isTooLong = messageLength(some.message ?? '') > messageMaxChars
  async function save(event: FormEvent) {
    event.preventDefault()
    if (!isTooLong) setSaved(await ask(() => onChange({ [part]: kept(part, some) })))
  }
  return (
    <form className={classes.card} aria-labelledby={id} onSubmit={save}>
      <h2 id={id}>{t(title)}</h2>
      <p className={classes.text}>{t(text)}</p>
      {part === 'transferSettings' && (
        <Choices
          legend={t('sendAs')}
          value={some.sendAs ?? 'email'}
          choices={[
            { value: 'email', label: t('sendAsEmail') },
            { value: 'link', label: t('sendAsLink') },
          ]}
          onChoose={(sendAs) => change({ sendAs })}
        />
      )}
      <Expiry value={some.expirySeconds} expiries={expiries} onChange={(seconds) => change({ expirySeconds: seconds })} />
      <label className={classes.switch}>
        <input type="checkbox" checked={some[notice] ?? true} onChange={(event) => change({ [notice]: event.target.checked })} />
        <span>{t(notify)}</span>
      </label>
      <Message value={some.message ?? ''} isTooLong={isTooLong} onChange={(message) => change({ message })} />
      <p className={classes.problem} role="alert">
        {problem !== null && problemText(problem)}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" variant="default" h={46} loading={isAsking} disabled={isTooLong}>
          {t('save')}
        </Button>
        <p className={classes.said} role="status">
          {isSaved && t('saved')}
        </p>
      </div>
    </form>
  )
}

type ExpiryProps = { value: number | undefined; expiries: readonly ExpiryName[]; onChange: (seconds: number) => void }
const names = Object.keys(expirySeconds) as ExpiryName[]

function Expiry({ value, expiries, onChange }: ExpiryProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{t('expiry')}</label>
      <select
        id={id}
        value={(value !== undefined && expiryName(value)) || 'week'}
        onChange={(event) => onChange(expirySeconds[event.target.value as ExpiryName])}
      >
        {names.map((name) => (
          <option key={name} value={name} disabled={!expiries.includes(name)}>
            {expiries.includes(name) ? t(name) : t('notInPlan', { expiry: t(name) })}
          </option>
        ))}
      </select>
    </div>
  )
}

function Message({ value, isTooLong, onChange }: { value: string; isTooLong: boolean; onChange: (message: string) => void }) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const id = useId()
  const max = format.number(messageMaxChars)
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{t('message')}</label>
      <textarea
        id={id}
        rows={3}
        value={value}
        aria-invalid={isTooLong}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={isTooLong ? classes.problem : classes.small} aria-live="polite">
        {isTooLong ? t('messageTooLong', { max }) : t('messageLeft', { number: format.number(messageLength(value)), max })}
      </p>
    </div>
  )
}
