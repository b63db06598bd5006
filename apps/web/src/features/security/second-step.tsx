/** The second step of logging in: whether it is on, and what can be done about it (A10). */
import { Button } from '@mantine/core'
import { secondStepHash } from '@sampan/contract/paths'
import {
  beginSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '@sampan/contract/routes/second-factor'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Question } from '../../ui/question.tsx'
import { devicesKey } from './devices-query.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type AppKey, SecondStepApp } from './second-step-app.tsx'
import { secondStepKey, useSecondStep } from './second-step-query.ts'
import classes from './security.module.css'

/** Whoever was sent here for this has it before them, once all above it has its place. */
function useSentHere(isShown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isWanted = useLocation().hash === secondStepHash
  useEffect(() => {
    if (!isShown || !isWanted) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isShown, isWanted])
  return heading
}

type Open = { step: 'app'; key: AppKey } | { step: 'codes'; codes: string[] } | { step: 'off' } | null

export function SecondStep({ email }: { email: string }) {
  const { t } = useTranslation('security')
  const queries = useQueryClient()
  const { data, error } = useSecondStep()
  const [open, setOpen] = useState<Open>(null)
  const [said, setSaid] = useState('')
  const { problem, isAsking, ask } = useAsking()
  const heading = useSentHere(data !== undefined)
  const renew = () => {
    void queries.invalidateQueries({ queryKey: secondStepKey })
    void queries.invalidateQueries({ queryKey: devicesKey })
  }
  const begin = () => ask(async () => setOpen({ step: 'app', key: await api.call(beginSecondFactor) }))
  const renewCodes = () => ask(async () => showCodes((await api.call(renewRecoveryCodes)).recoveryCodes))
  function showCodes(codes: string[]) {
    setSaid('')
    setOpen({ step: 'codes', codes })
    renew()
  }
  async function turnOff() {
    setOpen(null)
    if (!(await ask(() => api.call(removeSecondFactor)))) return
    setSaid(t('stepOffDone'))
    renew()
  }
  return (
    <section className={classes.card} aria-labelledby="second-step">
      <h2 ref={heading} id="second-step" tabIndex={-1}>
        {t('stepTitle')}
      </h2>
      {data && <State step={data} />}
      <p className={classes.said} role="status">
        {said}
      </p>
      <ProblemLine problem={problem ?? (data ? null : error)} />
      {data && (
        <div className={classes.buttons}>
          {data.isOn ? (
            <>
              <Button variant="default" h={46} loading={isAsking} onClick={renewCodes}>
                {t('stepNewCodes')}
              </Button>
              <Button variant="default" h={46} disabled={isAsking} onClick={() => setOpen({ step: 'off' })}>
                {t('stepOff')}
              </Button>
            </>
          ) : (
            <Button variant="default" h={46} loading={isAsking} onClick={begin}>
              {t('stepSetUp')}
            </Button>
          )}
        </div>
      )}
      {open?.step === 'app' && <SecondStepApp appKey={open.key} onClose={() => setOpen(null)} onDone={showCodes} />}
      {open?.step === 'codes' && (
        <Dialog title={t('recoveryTitle')} onClose={() => setOpen(null)} size={480}>
          <RecoveryCodes codes={open.codes} email={email} onDone={() => setOpen(null)} />
        </Dialog>
      )}
      {open?.step === 'off' && (
        <Question title={t('stepOffTitle')} text={t('stepOffText')} onClose={() => setOpen(null)}>
          <Button variant="default" h={48} onClick={() => setOpen(null)}>
            {t('cancel')}
          </Button>
          <Button h={48} onClick={turnOff}>
            {t('stepOff')}
          </Button>
        </Question>
      )}
    </section>
  )
}

export function State({ step }: { step: SecondFactor }) {
  const { t } = useTranslation('security')
  const format = useFormat()
  if (!step.isOn) return <p className={classes.text}>{t('stepIsOff')}</p>
  return (
    <p className={classes.text}>
      {t('stepIsOn', { date: format.date(new Date(step.since ?? 0)) })}{' '}
      {step.recoveryCodesLeft > 0 ? t('codesLeft', { count: step.recoveryCodesLeft }) : t('codesNone')}{' '}
      {step.remembered > 0 && t('rememberedBrowsers', { count: step.remembered })}
    </p>
  )
}
