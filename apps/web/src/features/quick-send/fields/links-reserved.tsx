/** A guest chose a link (Q8): why not, and the ways out, the free one first. The files stay where they are. */
import { Button } from '@mantine/core'
import { pricingPath, registerPath } from '@sampan/contract/paths'
import type { Dispatch, MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../lib/i18n.ts'
import { isSelling } from '../../../product/plans/selling.ts'
import type { FormAction } from '../form/form.ts'
import classes from './links-reserved.module.css'

export function LinksReserved({ dispatch }: { dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  /** This button goes; the field that comes has the focus. */
  function goBack({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    flushSync(() => dispatch({ type: 'sendAsChosen', sendAs: 'email' }))
    const recipients = form?.elements.namedItem('recipients')
    if (recipients instanceof HTMLElement) recipients.focus()
  }
  return (
    <div className={classes.reserved} role="status">
      <p className={classes.title}>{t(isSelling() ? 'linksReserved' : 'linksForAccounts')}</p>
      <p>{t('linksReservedText')}</p>
      <Button component={Link} to={registerPath(language)} preventScrollReset h={52} fz={16} fullWidth>
        {t('askSignUp')}
      </Button>
      {isSelling() && (
        <Link className={classes.back} to={pricingPath(language)}>
          {t('getTrial')}
        </Link>
      )}
      <button type="button" className={classes.back} onClick={goBack}>
        {t('sendByEmail')}
      </button>
    </div>
  )
}
