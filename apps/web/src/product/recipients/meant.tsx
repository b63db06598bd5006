/** Asks about an address whose host is a slip away from a well-known one; one press takes what was meant (Q6). */
import { meantAddress } from '@sampan/contract/rules/meant-address'
import { useTranslation } from 'react-i18next'
import classes from './meant.module.css'

export function Meant({ emails, onTake }: { emails: readonly string[]; onTake: (meant: string, typed: string) => void }) {
  const { t } = useTranslation('send')
  return (
    <div className={classes.meant} aria-live="polite">
      {emails.map((typed) => {
        const meant = meantAddress(typed)
        return (
          meant && (
            <button key={typed} type="button" className={classes.button} onClick={() => onTake(meant, typed)}>
              {t('meant', { email: meant })}
            </button>
          )
        )
      })}
    </div>
  )
}
