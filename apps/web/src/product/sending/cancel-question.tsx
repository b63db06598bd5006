/** Yes stops and keeps what was sent, No goes on; Escape is No. Until when it is kept is said before the answer. */
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './sending.module.css'

/** `kept`: the words about what has arrived. */
type Props = { kept: string; onYes: () => void; onNo: () => void }

export function CancelQuestion({ kept, onYes, onNo }: Props) {
  const { t } = useTranslation('send')
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    <div
      className={classes.question}
      role="alertdialog"
      aria-labelledby="cancel-question"
      aria-describedby="cancel-kept"
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
    >
      <p id="cancel-question">{t('cancelQuestion')}</p>
      <p id="cancel-kept" className={classes.kept}>
        {kept}
      </p>
      <div>
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
