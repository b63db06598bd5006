/** A small window that asks once more who is there, before something that decides much (A12). */
import { Button } from '@mantine/core'
import { beginPasskeyProof } from '@sampan/contract/routes/passkeys'
import { prove } from '@sampan/contract/routes/second-factor'
import { beginProviderProof } from '@sampan/contract/routes/sign-in-providers'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasPasskeys } from '../../lib/has-passkeys.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { signInWays } from '../../lib/sign-in-ways.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import type { ProvesBy } from '../../product/session/fresh-proof.ts'
import { ownPasswordOf } from '../../product/session/own-password.ts'
import { wrongStepCode } from '../../product/session/step-code.ts'
import { StepCodeField } from '../../product/session/step-code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import classes from './proof-window.module.css'

const browser = lateChunk(() => import('../../product/session/passkey.ts'))

type Props = {
  by: ProvesBy
  hasPasskey: boolean
  providers: readonly string[]
  email: string
  onAnswer: (isProven: boolean) => void
}

const texts = { code: 'proofByCode', password: 'proofByPassword', provider: 'proofByProvider' } as const

export function ProofWindow({ by, hasPasskey, providers, email, onAnswer }: Props) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [isRecovery, setRecovery] = useState(false)
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const own = ownPasswordOf({ problem, wrong, language })
  const isWrongCode = isProblem(problem, 'secondFactorWrong')
  useFocusWrong(form, refusals)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // In a window over another one's form: that one is not sent along.
    event.stopPropagation()
    if (by === 'provider') return
    const given = new FormData(event.currentTarget)
    const [password, code] = [String(given.get('password')), String(given.get('code'))]
    const fault = by === 'code' ? wrongStepCode(code, isRecovery) : password ? null : 'required'
    if (fault) return refuse({ [by]: fault })
    if (await ask(() => api.call(prove, { body: by === 'code' ? { code } : { password } }))) onAnswer(true)
  }

  const known = signInWays().providers.filter(({ id }) => providers.includes(id))
  /** Whoever comes back does once more what they were about to do. */
  const leaveFor = (provider: string) =>
    ask(async () => {
      const next = location.pathname + location.search
      location.assign((await api.call(beginProviderProof, { body: { provider, next } })).address)
    })

  const provePasskey = () =>
    ask(async () => {
      const { askPasskey } = await browser.load()
      const passkey = await askPasskey(await api.call(beginPasskeyProof))
      if (!passkey) return
      await api.call(prove, { body: { passkey } })
      onAnswer(true)
    })

  return (
    <Dialog title={t('proofTitle')} onClose={() => onAnswer(false)} focusesContent>
      <form ref={form} method="post" noValidate onSubmit={send}>
        <p className={classes.text}>{t(by === 'provider' && known.length === 0 ? 'proofByPasskey' : texts[by])}</p>
        {by === 'provider' ? null : by === 'password' ? (
          <>
            {/* Password managers know by it whose password this is. */}
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            <PasswordField autoComplete="current-password" data-autofocus onChange={mend} error={own.error} />
          </>
        ) : (
          <>
            <StepCodeField isRecovery={isRecovery} onChange={mend} isRefused={isWrongCode} wrong={wrong.code} />
            <button type="button" className={classes.other} onClick={() => setRecovery(!isRecovery)}>
              {t(isRecovery ? 'useApp' : 'useRecovery')}
            </button>
          </>
        )}
        {known.map(({ id, name }) => (
          <Button
            key={id}
            className={classes.provider}
            variant={by === 'provider' ? 'filled' : 'default'}
            fullWidth
            h={46}
            disabled={isAsking}
            onClick={() => leaveFor(id)}
          >
            {t('proofProvider', { name })}
          </Button>
        ))}
        {hasPasskey && hasPasskeys() && (
          <Button
            variant="default"
            fullWidth
            h={46}
            disabled={isAsking}
            leftSection={<KeyRound size={18} aria-hidden="true" />}
            onClick={provePasskey}
          >
            {t('proofPasskey')}
          </Button>
        )}
        <ProblemLine problem={isWrongCode ? null : own.problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={48} onClick={() => onAnswer(false)}>
            {t('cancel')}
          </Button>
          {by !== 'provider' && (
            <Button type="submit" h={48} loading={isAsking}>
              {t('goOn')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
