/** To send, or the other way round: to ask others for files (R1). What is filled in stays here, and what fits goes along. */
import { dashNewRequestPath } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { recipientsOf } from '../../../product/recipients/chips.ts'
import type { Form } from '../form/form.ts'
import classes from './send-or-ask.module.css'

type Props = { form: Form; isAsking: boolean; onChange: (isAsking: boolean) => void }

/** What every message of the account begins with is nobody's words yet. */
const carriedOf = ({ chips, message, ownMessage }: Form) => ({
  to: recipientsOf(chips),
  message: message === ownMessage ? '' : message,
})

/** A guest is told here what it takes; an account has a page for it. */
export function SendOrAsk({ form, isAsking, onChange }: Props) {
  const { t } = useTranslation('send')
  return (
    <nav className={classes.ways} aria-label={t('sendOrAsk')}>
      {isAsking ? (
        <button type="button" onClick={() => onChange(false)}>
          {t('modeSend')}
        </button>
      ) : (
        <span aria-current="true">{t('modeSend')}</span>
      )}
      {form.account ? (
        <Link to={dashNewRequestPath} state={carriedOf(form)}>
          {t('modeAsk')}
        </Link>
      ) : isAsking ? (
        <span aria-current="true">{t('modeAsk')}</span>
      ) : (
        <button type="button" onClick={() => onChange(true)}>
          {t('modeAsk')}
        </button>
      )}
    </nav>
  )
}
