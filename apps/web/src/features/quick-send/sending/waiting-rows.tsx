/** What waits for its turn: what it is, and how it comes earlier, or not at all (Q25). */
import { Button } from '@mantine/core'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { usePeople } from '../card/use-people.ts'
import { AskCancel, Cancel } from './cancel-in-dock.tsx'
import { sendNext } from './sending.ts'
import classes from './sending-bar.module.css'
import type { Sending } from './sending-state.ts'

export function WaitingRows({ waiting }: { waiting: readonly Sending[] }) {
  const { t } = useTranslation('send')
  return (
    <section className={`${classes.bar} ${classes.waiting}`} aria-label={t('queue')}>
      <ol>
        {waiting.map((sending, index) => (
          <Row key={sending.id} sending={sending} isNext={index === 0} />
        ))}
      </ol>
      {/* The files are in this page and nowhere else. */}
      <p className={classes.line}>{t('queueKeepOpen')}</p>
    </section>
  )
}

function Row({ sending, isNext }: { sending: Sending; isNext: boolean }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const { id, form } = sending
  const people = usePeople(form.chips.list)
  const [isAsking, setAsking] = useState(false)
  const what = { files: t('fileCount', { count: countFiles(form.files) }), size: format.bytes(totalBytes(form.files)) }
  return (
    <li>
      <p className={classes.text}>{form.sendAs === 'link' ? t('queueWaitsLink', what) : t('queueWaits', { ...what, people })}</p>
      {isAsking ? (
        <Cancel sending={sending} hasBegun={sending.upload !== null} onNo={() => setAsking(false)} />
      ) : (
        <div className={classes.acts}>
          <AskCancel onPress={() => setAsking(true)} />
          {!isNext && (
            <Button variant="default" h={44} px={16} onClick={() => sendNext(id)}>
              {t('queueNext')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
