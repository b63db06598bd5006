import { dashPath, dashPlansPath, dashSendPath, homePath, registerPath } from '@sampan/contract/paths'
import type { SignedUp } from '@sampan/contract/routes/accounts'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { choiceQuery, chosenPlan } from '../features/billing/chosen-plan.ts'
import { hasDraft } from '../features/quick-send/form/kept-draft.ts'
import { rememberedSender } from '../features/quick-send/form/memory.ts'
import { nextPath, slugToSave } from '../features/sign-in/next-path.ts'
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
  const [query] = useSearchParams()
  const email = query.get('email') ?? rememberedSender()
  const plan = chosenPlan(query)
  const wanted = nextPath(query.toString())
  // What lies on the send card comes along; whoever came to save what was sent sees that first (A7).
  const then = ({ user, savedSlug }: SignedUp) => {
    const path = nextPath(query.toString(), user.email, savedSlug)
    return path === dashPath && hasDraft() ? dashSendPath : path
  }
  useTitle(t('signUpPage'))
  return (
    <>
      {/* A window is in no page that was built: the page wakes for it. */}
      <span hidden data-window />
      <SignUpModal
        email={email}
        code={query.get('verifyComplete') ?? ''}
        plan={plan}
        save={slugToSave(query.toString())}
        {...(plan ? { next: dashPlansPath + choiceQuery(plan) } : wanted !== dashPath && { next: wanted })}
        onSignedUp={(session) => navigate(then(session), { replace: true })}
        onClose={() => navigate(homePath(language), { replace: true, preventScrollReset: true })}
      />
    </>
  )
}
