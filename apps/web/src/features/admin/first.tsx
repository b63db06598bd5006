/** `/admin/first` (O11): the link of the terminal makes nobody anything by being opened; the button does. */
import { Button } from '@mantine/core'
import { accountSecurityPath, adminPath } from '@sampan/contract/paths'
import { adminFirst } from '@sampan/contract/routes/admin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useAsking } from '../../lib/use-asking.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { api } from '../../product/session/api.ts'
import { useSession } from '../../product/session/session.ts'
import action from '../../ui/action.module.css'
import { ListState } from '../../ui/list-state.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import classes from './admin.module.css'

export function First() {
  const { t } = useTranslation('admin')
  const { user } = useSession()
  const [params] = useSearchParams()
  const [isDone, setDone] = useState(false)
  const { ask, isAsking, problem } = useAsking()
  const token = params.get('t') ?? ''
  usePageTitle(t('firstTitle'))
  const become = () =>
    ask(async () => {
      await api.call(adminFirst, { body: { token } })
      setDone(true)
    })
  if (isDone)
    return (
      <ListState isCard drawing="arrived" title={t('firstDone')} text={t('firstDoneText')}>
        <div className={classes.buttons}>
          <Link className={action.action} to={accountSecurityPath}>
            {t('toSecurity')}
          </Link>
          <a className={action.action} href={adminPath}>
            {t('toAdmin')}
          </a>
        </div>
      </ListState>
    )
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
