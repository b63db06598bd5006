import { dashPath, dashSendPath, homePath, registerPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { hasDraft } from '../features/quick-send/kept-draft.ts'
import { rememberedSender } from '../features/quick-send/memory.ts'
import { SignUpModal } from '../features/sign-in/sign-up-modal.tsx'
import { useLanguage } from '../lib/i18n.ts'
import { useTitle } from '../lib/use-title.ts'
import { pageMeta } from './page-meta.ts'

export const meta = pageMeta(registerPath, (t) => ({
  title: t('signUpPage', { ns: 'account' }),
  description: t('signUpDescription', { ns: 'account' }),
}))

export default function Register() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const language = useLanguage()
  const email = useSearchParams()[0].get('email') ?? rememberedSender()
  useTitle(t('signUpPage'))
  return (
    <SignUpModal
      email={email}
      // What lies on the send card comes along.
      onSignedIn={() => navigate(hasDraft() ? dashSendPath : dashPath, { replace: true })}
      onClose={() => navigate(homePath(language), { replace: true, preventScrollReset: true })}
    />
  )
}
