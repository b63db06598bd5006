/** A visitor chose a link (Q8): why not, and two ways out. The files stay where they are. */
import { Button } from '@mantine/core'
import { registerPath } from '@sampan/contract/paths'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import type { FormAction } from './form.ts'
import classes from './links-reserved.module.css'

export function LinksReserved({ dispatch }: { dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  return (
    <div className={classes.reserved} role="status">
      <p className={classes.title}>{t('linksReserved')}</p>
      <p>{t('linksReservedText')}</p>
      <Button component={Link} to={registerPath(language)} preventScrollReset h={52} fz={16} fullWidth>
        {t('getTrial')}
      </Button>
      <button type="button" className={classes.back} onClick={() => dispatch({ type: 'sendAsChosen', sendAs: 'email' })}>
        {t('sendByEmail')}
      </button>
    </div>
  )
}
