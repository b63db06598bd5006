/** Name and password of a directory (A11), on a page of ours: it leads nobody away. Whatever was begun in this browser is done with them. */
import { Button } from '@mantine/core'
import { loginPath, signInPath } from '@sampan/contract/paths'
import { errorText, fieldText } from '@sampan/texts/errors'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { providerName } from '../../lib/sign-in-ways.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { useShake } from '../../ui/use-shake.ts'
import { Asking } from './asking.tsx'
import classes from './sign-in.module.css'

const { load: loadCalls } = lateChunk(() => import('./calls.ts'))

export function DirectoryForm({ provider }: { provider: string }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const [box, form] = [useRef<HTMLElement>(null), useRef<HTMLFormElement>(null)]
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const name = providerName(provider)
  const hasFailed = isProblem(problem, 'signInFailed')
  useShake(box, refusals)
  useFocusWrong(form, refusals)
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [form])
  // Before they are needed: the line may be down by then.
  useEffect(() => void loadCalls().catch(() => {}), [])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [typed, password] = [String(given.get('name')).trim(), String(given.get('password'))]
    if (!typed || !password) return refuse({ ...(!typed && { name: 'required' }), ...(!password && { password: 'required' }) })
    // The whole page anew: whoever is logged in now is somebody else.
    await ask(async () => location.assign(await (await loadCalls()).answerDirectory(provider, typed, password)))
  }

  return (
    <section ref={box} className={classes.card} aria-labelledby="directory">
      <h1 id="directory" className={classes.title}>
        {t('directoryTitle', { name })}
      </h1>
      <form ref={form} method="post" noValidate onSubmit={send}>
        <p className={classes.text}>{t('directoryText', { name })}</p>
        <TextField
          label={t('directoryName')}
          name="name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={mend}
          error={wrong.name && fieldText(wrong.name, language)}
        />
        <PasswordField
          autoComplete="current-password"
          onChange={mend}
          error={
            hasFailed ? errorText('signInFailed', { name }, language) : wrong.password && fieldText(wrong.password, language)
          }
        />
        <Asking problem={hasFailed ? null : problem} isAsking={isAsking} />
        {isProblem(problem, 'signInOver') ? (
          <Button component="a" href={signInPath(provider)} fullWidth h={48}>
            {t('directoryAnew')}
          </Button>
        ) : (
          <Button type="submit" fullWidth h={48} loading={isAsking}>
            {t('logIn')}
          </Button>
        )}
      </form>
      <p className={classes.foot}>
        <a href={loginPath(language)}>{t('otherWays')}</a>
      </p>
    </section>
  )
}
