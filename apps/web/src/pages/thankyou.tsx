/** After paying, and after joining a team (spec §2). */
import { Button } from '@mantine/core'
import { accountBillingPath, dashSendPath, loginPath } from '@sampan/contract/paths'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ModeNotice } from '../features/billing/mode-notice.tsx'
import { useBilling } from '../features/billing/use-billing.ts'
import { loadTexts, useLanguage } from '../lib/i18n.ts'
import { useTitle } from '../lib/use-title.ts'
import { useRoleName } from '../product/plans/role-name.ts'
import { restoreSession, useSession } from '../product/session/session.ts'
import { Notice } from '../ui/notice.tsx'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'
import buttons from './thankyou.module.css'

export async function clientLoader() {
  await loadTexts('billing')
  return null
}

export default function ThankYou() {
  const { t } = useTranslation('billing')
  const { user } = useSession()
  const roleName = useRoleName()
  const language = useLanguage()
  useTitle(t('thanksPage'))
  useEffect(() => {
    restoreSession().catch(() => {})
  }, [])
  useBilling(user !== null)
  const paid = user && user.role !== 'free'
  const text = paid
    ? t(user.status === 'trialing' ? 'thanksTrial' : 'thanksPlan', { role: roleName(user.role) })
    : t('thanksText')
  return (
    <div className={classes.page}>
      <Scene />
      <Notice drawing="uploading" title={t('thanksTitle')} text={text}>
        {user ? (
          <div className={buttons.buttons}>
            <Button component={Link} to={dashSendPath} h={48}>
              {t('thanksSend')}
            </Button>
            <Button component={Link} to={accountBillingPath} h={48} variant="default">
              {t('thanksBilling')}
            </Button>
          </div>
        ) : (
          <Button component={Link} to={loginPath(language)} h={48}>
            {t('thanksLogIn')}
          </Button>
        )}
      </Notice>
      <div className={buttons.mode}>
        <ModeNotice />
      </div>
    </div>
  )
}
