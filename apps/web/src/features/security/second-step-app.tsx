/** The key for the app, to be read by its camera or typed, and a first code that shows that it came there. */
import { Button } from '@mantine/core'
import type { RouteReply } from '@sampan/contract/routes/route'
import { type beginSecondFactor, confirmSecondFactor } from '@sampan/contract/routes/second-factor'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../lib/is-problem.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { wrongStepCode } from '../../product/session/step-code.ts'
import { StepCodeField } from '../../product/session/step-code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LateQr } from '../../ui/late-qr.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import classes from './second-step.module.css'
import shared from './security.module.css'

export type AppKey = RouteReply<typeof beginSecondFactor>
type Props = { appKey: AppKey; onClose: () => void; onDone: (recoveryCodes: string[]) => void }

const grouped = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ')

export function SecondStepApp({ appKey, onClose, onDone }: Props) {
  const { t } = useTranslation('security')
  const form = useRef<HTMLFormElement>(null)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const isWrong = isProblem(problem, 'secondFactorWrong')
  useFocusWrong(form, refusals)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    const fault = wrongStepCode(code, false)
    if (fault) return refuse({ code: fault })
    await ask(async () => onDone((await api.call(confirmSecondFactor, { body: { code } })).recoveryCodes))
  }

  return (
    <Dialog title={t('stepAppTitle')} onClose={onClose} size={480}>
      <p className={shared.intro}>{t('stepAppText')}</p>
      <div className={classes.key}>
        <LateQr className={classes.qr} text={appKey.address} label={t('stepQr')} />
        <p className={classes.typed}>
          {t('stepKey')} <code>{grouped(appKey.key)}</code> <a href={appKey.address}>{t('stepOpenApp')}</a>
        </p>
      </div>
      <form ref={form} method="post" noValidate onSubmit={send}>
        <StepCodeField isRecovery={false} onChange={mend} isRefused={isWrong} wrong={wrong.code} hint={t('stepFirstCode')} />
        <ProblemLine problem={isWrong ? null : problem} />
        <div className={shared.buttons}>
          <Button variant="default" h={48} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={48} loading={isAsking}>
            {t('stepOn')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
