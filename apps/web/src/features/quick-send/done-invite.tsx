/** What an account would do for a visitor who has just sent: quietly at first, from the third time on in so many words (Q14, Q15). */
import { Button } from '@mantine/core'
import { registerPath } from '@sampan/contract/paths'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import card from './card.module.css'
import classes from './done-invite.module.css'
import { invitesFrom, timesSent } from './memory.ts'

type Props = { slug: string; sender: string; again: (isPrimary: boolean) => ReactNode }

export function DoneInvite({ slug, sender, again }: Props) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const [times] = useState(timesSent)
  const isOften = times >= invitesFrom
  const address = `${registerPath(language)}?${new URLSearchParams({ save: slug, email: sender })}`
  return (
    <>
      {isOften ? (
        <div className={classes.invite}>
          <h3>{t('inviteTitle')}</h3>
          <p>{t('inviteText', { count: times })}</p>
        </div>
      ) : (
        <p className={classes.keep}>{t('keepFilesText')}</p>
      )}
      <div className={card.buttons}>
        {again(!isOften)}
        <Button component={Link} to={address} preventScrollReset variant={isOften ? 'filled' : 'default'} h={52} fz={16}>
          {t('keepFiles')}
        </Button>
      </div>
    </>
  )
}
