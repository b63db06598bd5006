/** Yes stops and keeps what was sent, No goes on; Escape is No. Until when it is kept is said before the answer. */
import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './sending.module.css'

/** `kept`: the words about what has arrived; `about`: of which transfer, where several are in sight. */
type Props = { kept: string; about?: string; onYes: () => void; onNo: () => void }

export function CancelQuestion({ kept, about, onYes, onNo }: Props) {
  const { t } = useTranslation('send')
  // The dock may ask about several.
  const question = useId()
  const keptId = useId()
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    <div
      className={classes.question}
      role="alertdialog"
      aria-labelledby={question}
      aria-describedby={keptId}
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
    >
      <p id={question}>
        {t('cancelQuestion')}
        {about && <small className={classes.about}>{about}</small>}
      </p>
      <p id={keptId} className={classes.kept}>
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
