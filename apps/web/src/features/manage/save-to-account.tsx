/** The way to an account: the verification of the address is the code that its mailbox gets there, never this page (A7). */
import { Button } from '@mantine/core'
import { registerPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/i18n.ts'
import classes from './manage.module.css'

export function SaveToAccount({ email }: { email: string }) {
  const { t } = useTranslation('manage')
  const to = `${registerPath(useLanguage())}?email=${encodeURIComponent(email)}`
  return (
    <section className={classes.save} aria-labelledby="save">
      <div>
        <h2 id="save">{t('saveTitle')}</h2>
        <p>{t('saveText', { email })}</p>
      </div>
      <Button component={Link} to={to} size="md" variant="default">
        {t('save')}
      </Button>
    </section>
  )
}
