import '../features/licences/texts.ts'
import { lifetimePath, loginPath } from '@sampan/contract/paths'
import type { SharedRole } from '@sampan/contract/plans'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { NothingSold } from '../features/billing/nothing-sold.tsx'
import { Licences } from '../features/licences/licences.tsx'
import { rememberedSender } from '../features/quick-send/form/memory.ts'
import { SignUpModal } from '../features/sign-in/sign-up-modal.tsx'
import { useLanguage } from '../lib/i18n.ts'
import { useTitle } from '../lib/use-title.ts'
import { sharedPlan } from '../product/plans/selling.ts'
import { Scene } from '../ui/scene.tsx'
import { pageMeta } from './page-meta.ts'
import classes from './pricing.module.css'

export const meta = pageMeta(lifetimePath, (t) => ({
  title: t('page', { ns: 'licences' }),
  description: t('description', { ns: 'licences' }),
}))

export default function AppSumoForever() {
  const role = sharedPlan()
  return role ? <NoCodes role={role} /> : <Codes />
}

const NoCodes = ({ role }: { role: SharedRole }) => (
  <div className={classes.page}>
    <Scene />
    <NothingSold role={role} />
  </div>
)

function Codes() {
  const { t } = useTranslation('licences')
  const account = useTranslation('account').t
  const language = useLanguage()
  const [isSigningUp, setSigningUp] = useState(false)
  const login = `${loginPath(language)}?next=${encodeURIComponent(lifetimePath(language))}`
  useTitle(t('page'))
  return (
    <div className={classes.page}>
      <Scene />
      <Licences
        onSignUp={() => setSigningUp(true)}
        wayIn={
          <>
            {account('haveOne')} <Link to={login}>{account('logIn')}</Link>
          </>
        }
      />
      {isSigningUp && (
        <SignUpModal
          email={rememberedSender()}
          next={lifetimePath(language)}
          onSignedUp={() => setSigningUp(false)}
          onClose={() => setSigningUp(false)}
        />
      )}
    </div>
  )
}
