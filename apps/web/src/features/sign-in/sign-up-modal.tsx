/** Signing up, as a window over the page that one came from. */
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import type { User } from '@sampan/contract/routes/accounts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeStep } from './code-step.tsx'
import type { WantedPlan } from './create-account.ts'
import { DetailsStep } from './details-step.tsx'
import classes from './sign-in.module.css'
import { useSignUp } from './use-sign-up.ts'

type Props = {
  email: string
  /** What the address brought along to prove the mailbox. */
  code?: string
  /** Its trial begins with the account. */
  plan?: WantedPlan | null
  /** Where those who log in instead come back to. */
  next?: string
  onSignedIn: (user: User) => void
  onClose: () => void
}

const { overlay, content, title, close, body } = classes
const look = { overlay, content, title, close, body } as const

/** What had the focus before gets it back: closing takes this window away whole. */
function useReturnedFocus() {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(() => () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined), [before])
}

export function SignUpModal({ email, code = '', plan = null, next, onSignedIn, onClose }: Props) {
  const { t } = useTranslation('account')
  const signingUp = useSignUp({ email, code }, plan, onSignedIn)
  const isCode = signingUp.state.step === 'code'
  useReturnedFocus()
  return (
    <>
      {/* The window itself opens with the script only. */}
      <noscript>
        <p className={`${classes.needs} ${classes.alone}`}>{t('needsScript')}</p>
      </noscript>
      <Modal.Root
        opened
        onClose={onClose}
        size={440}
        yOffset="max(12px, 12dvh)"
        xOffset={12}
        returnFocus={false}
        classNames={look}
      >
        <Modal.Overlay />
        <Modal.Content>
          <div className={classes.header}>
            <Modal.Title>{t(isCode ? 'codeTitle' : 'signUpTitle')}</Modal.Title>
            <Modal.CloseButton aria-label={t('close')} size={44} iconSize={20} />
          </div>
          <Modal.Body>{isCode ? <CodeStep {...signingUp} /> : <DetailsStep {...signingUp} next={next} />}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  )
}
