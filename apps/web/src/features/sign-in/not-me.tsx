/** Ends the session of a device that the reader of a mail does not know; nothing happens before they press (A13). */
import { Button } from '@mantine/core'
import { loginPath } from '@sampan/contract/paths'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { Notice } from '../../ui/notice.tsx'
import { Asking } from './asking.tsx'
import { disownSession } from './calls.ts'
import classes from './sign-in.module.css'

export function NotMe({ token }: { token: string }) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const [isDone, setDone] = useState(false)
  const { problem, isAsking, ask } = useAsking()
  if (isProblem(problem, 'mailLinkInvalid') || isProblem(problem, 'invalidInput'))
    return (
      <Notice drawing="expired" title={t('disownDeadTitle')} text={t('disownDeadText')}>
        <Button component={Link} size="md" to={loginPath(language)}>
          {t('logIn')}
        </Button>
      </Notice>
    )
  if (isDone)
    return (
      <section className={classes.card} role="status" aria-labelledby="done">
        <h1 id="done" className={classes.title}>
          {t('disownDoneTitle')}
        </h1>
        <p className={classes.text}>{t('disownDoneText')}</p>
      </section>
    )
  return (
    <section className={classes.card} aria-labelledby="not-me">
      <h1 id="not-me" className={classes.title}>
        {t('disownTitle')}
      </h1>
      <p className={classes.text}>{t('disownText')}</p>
      <Asking problem={problem} isAsking={isAsking} />
      <div className={classes.pair}>
        <Button
          fullWidth
          h={48}
          loading={isAsking}
          onClick={async () => {
            if (await ask(() => disownSession(token))) setDone(true)
          }}
        >
          {t('disown')}
        </Button>
        <Button component={Link} fullWidth h={48} variant="default" to={loginPath(language)}>
          {t('disownKeep')}
        </Button>
      </div>
    </section>
  )
}
