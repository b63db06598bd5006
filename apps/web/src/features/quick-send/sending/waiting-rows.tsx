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

/** `isHeld`: what is before them is paused. */
type Asked = { askedId: number | null; answeredId: number | null }
type Props = { waiting: readonly Sending[]; isHeld: boolean }

export function WaitingRows({ waiting, isHeld }: Props) {
  const { t } = useTranslation('send')
  // One question at a time.
  const [{ askedId, answeredId }, setAsked] = useState<Asked>({ askedId: null, answeredId: null })
  return (
    <section className={`${classes.bar} ${classes.waiting}`} aria-label={t('queue')}>
      <details className={classes.rows} open>
        <summary className={classes.line}>{t(isHeld ? 'queueHeld' : 'queueCount', { count: waiting.length })}</summary>
        <ol>
          {waiting.map((sending, index) => (
            <Row
              key={sending.id}
              sending={sending}
              isNext={index === 0}
              isAsking={askedId === sending.id}
              wasAsked={answeredId === sending.id}
              onAsk={(isAsking) =>
                setAsked(isAsking ? { askedId: sending.id, answeredId: null } : { askedId: null, answeredId: sending.id })
              }
            />
          ))}
        </ol>
      </details>
      {/* The files are in this page and nowhere else. */}
      <p className={classes.line}>{t('queueKeepOpen')}</p>
    </section>
  )
}

type RowProps = { sending: Sending; isNext: boolean; isAsking: boolean; wasAsked: boolean; onAsk: (isAsking: boolean) => void }

function Row({ sending, isNext, isAsking, wasAsked, onAsk }: RowProps) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const { id, form } = sending
  const people = usePeople(form.chips.list)
  const what = { files: t('fileCount', { count: countFiles(form.files) }), size: format.bytes(totalBytes(form.files)) }
  const words = form.sendAs === 'link' ? t('queueWaitsLink', what) : t('queueWaits', { ...what, people })
  return (
    <li>
      {isAsking ? (
        <Cancel sending={sending} about={words} hasBegun={sending.upload !== null} onNo={() => onAsk(false)} />
      ) : (
        <>
          <p className={classes.text}>{words}</p>
          <div className={classes.acts}>
            <AskCancel sending={sending} wasAsked={wasAsked} onAsk={() => onAsk(true)} />
            {!isNext && (
              <Button variant="default" h={44} px={16} onClick={() => sendNext(id)}>
                {t('queueNext')}
              </Button>
            )}
          </div>
        </>
      )}
    </li>
  )
}
