/** Signing up, as a window over the page that one came from. */
import type { SignedUp } from '@sampan/contract/routes/accounts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeStep } from './code-step.tsx'
import type { WantedPlan } from './create-account.ts'
import { DetailsStep } from './details-step.tsx'
import classes from './sign-in.module.css'
import { useSignUp } from './use-sign-up.ts'

type Props = {
  email: string
  /** What the address brought along to verify the mailbox. */
  code?: string
  /** Its trial begins with the account. */
  plan?: WantedPlan | null
  /** The slug of a transfer that the account is to have. */
  save?: string | null
  /** Where those who log in instead come back to. */
  next?: string
  onSignedUp: (session: SignedUp) => void
  onClose: () => void
}

export function SignUpModal({ email, code = '', plan = null, save = null, next, onSignedUp, onClose }: Props) {
  const { t } = useTranslation('account')
  const signingUp = useSignUp({ email, code }, { plan, save }, onSignedUp)
  const isCode = signingUp.state.step === 'code'
  return (
    <>
      {/* The window itself opens with the script only. */}
      <noscript>
        <p className={`${classes.needs} ${classes.alone}`}>{t('needsScript')}</p>
      </noscript>
      <Dialog
        title={t(isCode ? 'codeTitle' : 'signUpTitle')}
        closeLabel={t('close')}
        focusesContent
        top="max(12px, 12dvh)"
        onClose={onClose}
      >
        {isCode ? <CodeStep {...signingUp} /> : <DetailsStep {...signingUp} next={next} />}
      </Dialog>
    </>
  )
}
