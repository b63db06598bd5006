/** What an account would do for a guest who has just sent: quietly at first, from the third time on in so many words (Q14, Q15). */
import { Button } from '@mantine/core'
import { pricingPath, registerPath } from '@sampan/contract/paths'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../lib/i18n.ts'
import { isSelling } from '../../../product/plans/selling.ts'
import card from '../card/card.module.css'
import { invitesFrom, timesSent } from '../form/memory.ts'
import classes from './done-invite.module.css'

type Props = { slug: string; sender: string; again: (isPrimary: boolean) => ReactNode }

export function DoneInvite({ slug, sender, again }: Props) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const [times] = useState(timesSent)
  const isOften = times >= invitesFrom
  // The plans keep files (Q14), and so does an account alone, to which who sends often is invited (Q15). What was sent comes along to both.
  const toAccount = isOften || !isSelling()
  const query = `?${new URLSearchParams({ save: slug, email: sender })}`
  const register = registerPath(language) + query
  return (
    <>
      {isOften ? (
        <div className={classes.invite}>
          <h3>{t('inviteTitle')}</h3>
          <p>{t('inviteText', { count: times })}</p>
        </div>
      ) : (
        <p className={classes.keep}>
          {t('keepFilesText')}{' '}
          <Link to={register} preventScrollReset>
            {t('signUp')}
          </Link>
        </p>
      )}
      <div className={card.buttons}>
        {again(!isOften)}
        <Button
          component={Link}
          to={toAccount ? register : pricingPath(language) + query}
          preventScrollReset={toAccount}
          variant={isOften ? 'filled' : 'default'}
          h={52}
          fz={16}
        >
          {t('keepFiles')}
        </Button>
      </div>
    </>
  )
}
