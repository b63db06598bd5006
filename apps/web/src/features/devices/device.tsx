/** A person confirms the code of a terminal: types it, sees what asks, allows it or turns it away (O7). */
import { Button } from '@mantine/core'
import { type DeviceRequest, decideDevice, readDevice } from '@sampan/contract/routes/devices'
import { scopeNames } from '@sampan/texts/registry/scope-names'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { api } from '../../product/session/api.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './devices.module.css'

type Step = { is: 'code' } | { is: 'asked'; userCode: string; request: DeviceRequest } | { is: 'allowed' } | { is: 'denied' }

export function Device() {
  const { t } = useTranslation('dash')
  const [step, setStep] = useState<Step>({ is: 'code' })
  const heading = useRef<HTMLHeadingElement>(null)
  const titles = { code: 'deviceTitle', asked: 'deviceAsks', allowed: 'deviceAllowedTitle', denied: 'deviceDeniedTitle' } as const
  useEffect(() => {
    if (step.is !== 'code') heading.current?.focus()
  }, [step])
  return (
    <section className={classes.card} aria-labelledby="device">
      <h1 id="device" ref={heading} className={classes.title} tabIndex={-1}>
        {t(titles[step.is])}
      </h1>
      {step.is === 'code' && <CodeForm onFound={(userCode, request) => setStep({ is: 'asked', userCode, request })} />}
      {step.is === 'asked' && <Question {...step} onDecided={(isAllowed) => setStep({ is: isAllowed ? 'allowed' : 'denied' })} />}
      {step.is === 'allowed' && <p className={classes.text}>{t('deviceAllowedText')}</p>}
      {step.is === 'denied' && <p className={classes.text}>{t('deviceDeniedText')}</p>}
    </section>
  )
}

/** Nothing is filled in: who types the code has it before their eyes, who follows a link may have been sent it. */
function CodeForm({ onFound }: { onFound: (userCode: string, request: DeviceRequest) => void }) {
  const { t } = useTranslation('dash')
  const problemText = useProblemText()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const userCode = String(new FormData(event.currentTarget).get('code')).trim()
    if (!userCode || isAsking) return
    setAsking(true)
    setProblem(null)
    try {
      onFound(userCode, await api.call(readDevice, { params: { userCode } }))
    } catch (error) {
      setProblem(error)
      setAsking(false)
    }
  }
  return (
    <form onSubmit={look} noValidate>
      <p className={classes.text}>{t('deviceText')}</p>
      <TextField
        label={t('deviceCode')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        placeholder="ABCD-1234"
        error={problem !== null && problemText(problem)}
      />
      <Button type="submit" fullWidth h={48} loading={isAsking}>
        {t('deviceGoOn')}
      </Button>
    </form>
  )
}

type QuestionProps = { userCode: string; request: DeviceRequest; onDecided: (isAllowed: boolean) => void }

function Question({ userCode, request, onDecided }: QuestionProps) {
  const { t } = useTranslation('dash')
  const [asking, setAsking] = useState<boolean | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  async function decide(isAllowed: boolean) {
    setAsking(isAllowed)
    setProblem(null)
    try {
      await api.call(decideDevice, { params: { userCode }, body: { isAllowed } })
      onDecided(isAllowed)
    } catch (error) {
      setProblem(error)
      setAsking(null)
    }
  }
  return (
    <>
      <Facts request={request} />
      <p className={classes.warning}>{t('deviceWarning')}</p>
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={48} disabled={asking !== null} loading={asking === false} onClick={() => decide(false)}>
          {t('deviceDeny')}
        </Button>
        <Button h={48} disabled={asking !== null} loading={asking === true} onClick={() => decide(true)}>
          {t('deviceAllow')}
        </Button>
      </div>
    </>
  )
}

function Facts({ request: { program, hostName, scopes, ip, cityName, countryName, askedAt } }: { request: DeviceRequest }) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const language = useLanguage()
  const may = scopes?.map((scope) => scopeNames[language][scope])
  const place = [cityName, countryName, ip].filter(Boolean).join(', ')
  return (
    <dl className={classes.facts}>
      <dt>{t('deviceProgram')}</dt>
      <dd>{program}</dd>
      {hostName && <dt>{t('deviceHost')}</dt>}
      {hostName && <dd>{hostName}</dd>}
      <dt>{t('deviceMay')}</dt>
      <dd>{may ? format.list(may) : t('deviceMayAll')}</dd>
      <dt>{t('devicePlace')}</dt>
      <dd>{place}</dd>
      <dt>{t('deviceTime')}</dt>
      <dd>{format.dateTime(new Date(askedAt))}</dd>
    </dl>
  )
}
