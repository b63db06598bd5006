/** Yes stops and keeps what was sent, No goes on; Escape is No. */
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import card from './card.module.css'
import classes from './sending-step.module.css'

export function CancelQuestion({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const { t } = useTranslation('send')
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    <div
      className={classes.question}
      role="alertdialog"
      aria-labelledby="cancel-question"
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
    >
      <p id="cancel-question">{t('cancelQuestion')}</p>
      <div className={card.buttons}>
        {/* No stands where "Cancel" was: pressing twice ends nothing. */}
        <Button ref={no} h={48} onClick={onNo}>
          {t('no')}
        </Button>
        <Button variant="default" h={48} onClick={onYes}>
          {t('yes')}
        </Button>
      </div>
    </div>
  )
}
