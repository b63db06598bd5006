/** A guest wants to ask for files (R1): a free account does that. The draft stays where it is. */
import { Button } from '@mantine/core'
import { registerPath } from '@sampan/contract/paths'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../../lib/i18n.ts'
import classes from './links-reserved.module.css'

export function AskingReserved({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('send')
  const language = useLanguage()
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={classes.reserved}>
      <p ref={title} className={classes.title} tabIndex={-1}>
        {t('askReserved')}
      </p>
      <p>{t('askReservedText')}</p>
      <Button component={Link} to={registerPath(language)} preventScrollReset h={52} fz={16} fullWidth>
        {t('askSignUp')}
      </Button>
      <button type="button" className={classes.back} onClick={onBack}>
        {t('askBack')}
      </button>
    </div>
  )
}
