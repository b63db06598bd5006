/** `/admin/first` (O11): the link of the terminal makes nobody anything by being opened; the button does. */
import { Button } from '@mantine/core'
import { accountSecurityPath, adminPath, secondStepHash } from '@sampan/contract/paths'
import { adminFirst, adminHealth } from '@sampan/contract/routes/admin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { isProblem } from '../../lib/is-problem.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { api } from '../../product/session/api.ts'
import { useSession } from '../../product/session/session.ts'
import { ListState } from '../../ui/list-state.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import classes from './admin.module.css'

export function First() {
  const { t } = useTranslation('admin')
  const { user } = useSession()
  const [params] = useSearchParams()
  const [done, setDone] = useState<Done | null>(null)
  const { ask, isAsking, problem } = useAsking()
  const token = params.get('t') ?? ''
  usePageTitle(t('firstTitle'))
  const become = () =>
    ask(async () => {
      await api.call(adminFirst, { body: { token } })
      // Whether these pages open to this session is theirs to say.
      const isUnsecured = (error: unknown) => isProblem(error, 'operatorUnsecured')
      setDone({ isUnsecured: await api.call(adminHealth).then(() => false, isUnsecured) })
    })
  if (done) return <FirstDone {...done} />
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        <h1 className={classes.title}>{t('firstTitle')}</h1>
        {token ? (
          <>
            <p className={classes.text}>{t('firstText', { email: user?.email ?? '' })}</p>
            <p className={classes.text}>{t('firstWrong')}</p>
            <div className={classes.buttons}>
              <Button h={46} loading={isAsking} onClick={() => void become()}>
                {t('becomeFirst')}
              </Button>
            </div>
            <ProblemLine problem={problem} />
          </>
        ) : (
          <p className={classes.text}>{t('firstNoLink')}</p>
        )}
      </section>
    </div>
  )
}

type Done = { isUnsecured: boolean }

/** Exported for its test. One way leads on: whom Admin would not let in yet, to what is missing. */
export function FirstDone({ isUnsecured }: Done) {
  const { t } = useTranslation('admin')
  return (
    <ListState isCard drawing="arrived" title={t('firstDone')} text={t(isUnsecured ? 'firstUnsecuredText' : 'firstDoneText')}>
      {isUnsecured ? (
        <Button component={Link} to={accountSecurityPath + secondStepHash} h={46}>
          {t('toSecondStep')}
        </Button>
      ) : (
        // The page is loaded anew: it did not know of an operator when it was opened.
        <Button component="a" href={adminPath} h={46}>
          {t('toAdmin')}
        </Button>
      )}
    </ListState>
  )
}
