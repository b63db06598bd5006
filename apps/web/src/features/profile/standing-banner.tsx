/** Over every page of an account that is to be deleted, or that the operator has suspended (A5, A8). */
import { Button } from '@mantine/core'
import type { User } from '@sampan/contract/routes/accounts'
import { keepAccount } from '@sampan/contract/routes/profile'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { changeUser } from '../../product/session/session.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { AccessWindow } from './access-window.tsx'
import classes from './profile.module.css'

export function StandingBanner({ user }: { user: User }) {
  if (user.deleteAt !== null) return <Leaving deleteAt={user.deleteAt} />
  return user.suspendedFor === null ? null : <Suspended reason={user.suspendedFor} />
}

function Leaving({ deleteAt }: { deleteAt: number }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const { problem, isAsking, ask } = useAsking()
  const keep = () => ask(async () => changeUser((await api.call(keepAccount)).user))
  return (
    <section className={classes.banner} aria-label={t('leavingTitle')}>
      <p role="status">
        <b>{t('leaving', { date: format.dateTime(new Date(deleteAt)) })}</b> {t('leavingText')}
      </p>
      <Button h={44} loading={isAsking} onClick={keep}>
        {t('keepAccount')}
      </Button>
      <ProblemLine problem={problem} />
    </section>
  )
}

/** The window opens by itself with every visit; closed, it can be opened again. */
function Suspended({ reason }: { reason: string }) {
  const { t } = useTranslation('profile')
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <section className={classes.banner} aria-label={t('accessTitle')}>
        <p>
          <b>{t('suspended')}</b> {t('suspendedText')}
        </p>
        <button type="button" className={classes.action} onClick={() => setOpen(true)}>
          {t('readMore')}
        </button>
      </section>
      {isOpen && <AccessWindow reason={reason} onClose={() => setOpen(false)} />}
    </>
  )
}
