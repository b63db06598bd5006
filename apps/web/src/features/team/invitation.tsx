/** `/invite/{token}` (M2): what the invitation says; nothing is joined before a press. */
import { Button } from '@mantine/core'
import { dashPath, homePath, joinedPath, loginPath } from '@sampan/contract/paths'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { endSession, restoreSession, useSession } from '../../product/session/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { useTwoPresses } from '../../ui/use-two-presses.ts'
import classes from './invitation.module.css'
import { invitationCalls, useInvitation, type Invitation as View } from './invitation-queries.ts'
import { JoinForm } from './join-form.tsx'

export function Invitation({ token }: { token: string }) {
  const { t } = useTranslation('team')
  const problemText = useProblemText()
  const { data: view, error, isFetching, refetch } = useInvitation(token)
  const [isDeclined, setDeclined] = useState(false)
  usePageTitle(view ? t('invitationTitle', { name: view.teamName }) : t('invite'))
  useEffect(() => {
    restoreSession().catch(() => {})
  }, [])
  if (isDeclined) return <Notice drawing="expired" title={t('declinedTitle')} text={t('declinedText')} />
  if (view === null) return <Over title={t('unknownTitle')} text={t('unknownText')} />
  if (view?.state === 'open') return <Open token={token} view={view} onDeclined={() => setDeclined(true)} />
  if (view) return <Over title={t('overTitle')} text={t(`over_${view.state}`)} />
  if (!error) return <section className={classes.skeleton} aria-busy="true" aria-label={t('loading')} />
  return (
    <Notice drawing="offline" title={t('failed')} text={problemText(error)}>
      <Button size="md" loading={isFetching} onClick={() => void refetch()}>
        {t('tryAgain')}
      </Button>
    </Notice>
  )
}

function Over({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const { user } = useSession()
  return (
    <Notice drawing="unknown" title={title} text={text}>
      <div className={classes.buttons}>
        <Button component={Link} to={user ? dashPath : loginPath(language)} size="md">
          {t(user ? 'toDashboard' : 'logIn')}
        </Button>
        <Button component={Link} to={homePath(language)} size="md" variant="default">
          {t('home')}
        </Button>
      </div>
    </Notice>
  )
}

type OpenProps = { token: string; view: View; onDeclined: () => void }

function Open({ token, view, onDeclined }: OpenProps) {
  const { t } = useTranslation('team')
  const format = useFormat()
  const { teamName: name, inviterName: inviter, email, role, expiresAt, hasAccount } = view
  const { user } = useSession()
  const { problem, isAsking, ask } = useAsking()
  // The seat goes to somebody else then.
  const { isAsked, presses } = useTwoPresses(async () => {
    if (await ask(() => invitationCalls.decline(token))) onDeclined()
  })
  return (
    <Notice
      drawing="uploading"
      title={t('invitationTitle', { name })}
      text={t('invitationText', { inviter, email, name, role: t(`role_${role}_in`) })}
    >
      <p className={classes.text}>{t('openUntil', { date: format.date(new Date(expiresAt)) })}</p>
      {hasAccount || user ? <Accept token={token} view={view} /> : <JoinForm token={token} email={email} />}
      <ProblemLine problem={problem} />
      <Button variant="subtle" color="gray" h={44} loading={isAsking} {...presses}>
        {t(isAsked ? 'declineSure' : 'decline')}
      </Button>
    </Notice>
  )
}

function Accept({ token, view: { email } }: Pick<OpenProps, 'token' | 'view'>) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const { user } = useSession()
  const { problem, isAsking, ask } = useAsking()
  if (!user) {
    const query = new URLSearchParams({ user: email, next: location.pathname })
    return (
      <>
        <p className={classes.text}>{t('ownStays')}</p>
        <Button component="a" href={`${loginPath(language)}?${query}`} size="lg" fullWidth>
          {t('logInFirst', { email })}
        </Button>
      </>
    )
  }
  if (user.email !== email)
    return (
      <>
        <p className={classes.text}>{t('otherAccount', { other: user.email, email })}</p>
        <ProblemLine problem={problem} />
        <Button
          size="lg"
          fullWidth
          loading={isAsking}
          onClick={async () => {
            // A hard load: nothing of the other account stays in the page.
            if (await ask(endSession)) location.reload()
          }}
        >
          {t('otherLogOut')}
        </Button>
      </>
    )
  return (
    <>
      <p className={classes.text}>{t('ownStays')}</p>
      <ProblemLine problem={problem} />
      <Button
        size="lg"
        fullWidth
        loading={isAsking}
        onClick={async () => {
          // A hard load: the session is asked for anew, and knows of the team.
          if (await ask(() => invitationCalls.accept(token))) location.assign(joinedPath)
        }}
      >
        {t('join')}
      </Button>
    </>
  )
}
