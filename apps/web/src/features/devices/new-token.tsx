/** What a new token is called, what it may, and how long it lives. */
import { Button } from '@mantine/core'
import { apiTokenDays, apiTokenWarningDays, defaultApiTokenDays } from '@sampan/contract/limits'
import { createToken, programScopes } from '@sampan/contract/routes/devices'
import { type TokenScope, tokenScopes } from '@sampan/contract/states'
import { scopeNames } from '@sampan/texts/registry/scope-names'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './tokens.module.css'

const nameMaxChars = 100
type Days = (typeof apiTokenDays)[number]

export function NewToken({ onMade }: { onMade: (secret: string) => void }) {
  const { t } = useTranslation('tokens')
  const { problem, isAsking, ask } = useAsking()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(programScopes)
  const [days, setDays] = useState<Days>(defaultApiTokenDays)
  async function create(event: FormEvent) {
    event.preventDefault()
    await ask(async () => {
      const body = { name: name.trim(), scopes: [...scopes], days }
      onMade((await api.call(createToken, { body })).secret)
      setName('')
    })
  }
  return (
    <section className={classes.card} aria-labelledby="new-token">
      <h2 id="new-token">{t('newTitle')}</h2>
      <form className={classes.form} onSubmit={create}>
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          value={name}
          maxLength={nameMaxChars}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Scopes chosen={scopes} onChoose={setScopes} />
        <Life days={days} onChoose={setDays} />
        <ProblemLine problem={problem} />
        <Button type="submit" h={48} loading={isAsking} disabled={!name.trim() || scopes.length === 0}>
          {t('create')}
        </Button>
      </form>
    </section>
  )
}

type ScopesProps = { chosen: readonly TokenScope[]; onChoose: (scopes: readonly TokenScope[]) => void }

function Scopes({ chosen, onChoose }: ScopesProps) {
  const { t } = useTranslation('tokens')
  const language = useLanguage()
  const [hint, texts] = [useId(), useId()]
  return (
    <fieldset className={classes.choices} aria-describedby={hint}>
      <legend>{t('scopes')}</legend>
      {tokenScopes.map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            aria-describedby={`${texts}-${scope}`}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(tokenScopes.filter((each) => (each === scope ? checked : chosen.includes(each))))
            }
          />
          <span>
            <b>{scopeNames[language][scope]}</b> <code>{scope}</code>
            <small id={`${texts}-${scope}`}>{t(`scope_${scope}_text`)}</small>
          </span>
        </label>
      ))}
      <p id={hint} className={classes.hint} aria-live="polite" data-wrong={chosen.length === 0 || undefined}>
        {t(chosen.length === 0 ? 'scopesNone' : 'scopesHint')}
      </p>
    </fieldset>
  )
}

const hintOf = (days: Days) => {
  if (days === null) return 'daysNeverHint'
  return days > apiTokenWarningDays ? 'daysHint' : 'daysShortHint'
}

function Life({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const { t } = useTranslation('tokens')
  const [field, hint] = [useId(), useId()]
  return (
    <div className={classes.field}>
      <label htmlFor={field}>{t('life')}</label>
      <select
        id={field}
        className={classes.select}
        aria-describedby={hint}
        value={days ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(apiTokenDays.find((each) => String(each ?? '') === value) ?? null)}
      >
        {apiTokenDays.map((each) => (
          <option key={each} value={each ?? ''}>
            {each === null ? t('daysNever') : t('days', { count: each })}
          </option>
        ))}
      </select>
      <p id={hint} className={classes.hint} aria-live="polite">
        {t(hintOf(days))}
      </p>
    </div>
  )
}
