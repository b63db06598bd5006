/** Taking a host: one of one's own, or a sub-domain of the installation. */
import { Button } from '@mantine/core'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import classes from './domain.module.css'
import { useDomainActs } from './queries.ts'

type Props = { base: string; isBelow?: boolean }

export function AddHost({ base, isBelow = false }: Props) {
  const { t } = useTranslation('domain')
  const language = useLanguage()
  const acts = useDomainActs()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useFocusWrong(form, refusals)
  const id = isBelow ? 'add-below' : 'add-own'
  function add(event: FormEvent) {
    event.preventDefault()
    const name = typed.trim()
    if (name === '') return refuse({ host: 'required' })
    void ask(() => acts.add(isBelow ? `${name}.${base}` : name))
  }
  const fault = wrong.host === 'invalid' ? t(isBelow ? 'belowWrong' : 'hostWrong') : wrong.host && fieldText(wrong.host, language)
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{t(isBelow ? 'addBelow' : 'addOwn')}</h2>
      <p className={classes.text}>{t(isBelow ? 'addBelowText' : 'addOwnText', { base })}</p>
      <form ref={form} className={classes.form} noValidate onSubmit={add}>
        <TextField
          label={t(isBelow ? 'belowLabel' : 'hostLabel')}
          name="host"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          maxLength={253}
          value={typed}
          placeholder={isBelow ? 'acme' : 'files.example.com'}
          hint={isBelow ? `….${base}` : undefined}
          error={fault}
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
    </section>
  )
}
