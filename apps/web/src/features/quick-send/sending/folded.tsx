/** On phones several parts of the dock would leave nothing of the page: they fold to one line, which opens them (Q25). */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMotion, useWords } from '../../../product/sending/sending-numbers.tsx'
import { upTo } from '../../../ui/breakpoints.ts'
import classes from './sending-bar.module.css'
import type { Draft, Sending } from './sending-state.ts'
import { Track } from './track.tsx'
import { useTitleOf } from './use-title-of.ts'

type Props = { running: Sending | undefined; failed: number; waiting: number; draft: Draft | null; children: ReactNode }

export function Folded({ children, ...shown }: Props) {
  const { t } = useTranslation('send')
  const { running, failed, waiting, draft } = shown
  const [isPhone] = useState(() => typeof matchMedia !== 'undefined' && matchMedia(upTo('phone')).matches)
  const [isOpen, setOpen] = useState(false)
  const count = failed + waiting + (running ? 1 : 0) + (draft ? 1 : 0)
  // What stands there alone is its own line; what waits is more than one.
  if (!isPhone || (count < 2 && waiting === 0)) return children
  const Chevron = isOpen ? ChevronDown : ChevronUp
  return (
    <>
      {/* Never taken away: a draft cares for its line there, and a question stays asked. */}
      <div className={classes.open} hidden={!isOpen}>
        {children}
      </div>
      <section className={`${classes.bar} ${classes.folded}`} aria-label={isOpen ? undefined : t('onItsWay')}>
        {running && !isOpen && <Track percent={running.shown.percent} />}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className={classes.text}>{isOpen ? t('dockLess') : <Line {...shown} />}</span>
          {!isOpen && <span className="visually-hidden">{t('dockAll')}</span>}
          <Chevron size={20} aria-hidden="true" />
        </button>
        <span className="visually-hidden" role="alert">
          {failed > 0 && !isOpen && t('queueStopped', { count: failed })}
        </span>
      </section>
    </>
  )
}

function Line({ running, ...others }: Omit<Props, 'children'>) {
  const { t } = useTranslation('send')
  const { failed, waiting, draft } = others
  if (running) return <RunningLine sending={running} {...others} />
  const [title, ...rest] = [
    failed > 0 && t('queueStopped', { count: failed }),
    waiting > 0 && t('queueCount', { count: waiting }),
    draft && t('draftFiles', { count: draft.fileCount }),
  ].filter(Boolean)
  return (
    <>
      <span className={classes.title}>{title}</span>
      <span className={classes.line}>{rest.join(' · ')}</span>
    </>
  )
}

type RunningProps = Pick<Props, 'failed' | 'waiting'> & { sending: Sending }

/** First what it is and how far; of how it moves only that it does not. */
function RunningLine({ sending: { form, snapshot, shown, stage }, failed, waiting }: RunningProps) {
  const { t } = useTranslation('send')
  const title = useTitleOf(form)
  const reported = { stage, snapshot, shown, inDashboard: true }
  const words = useWords(reported)
  const [motion] = useMotion(reported)
  const isMoving = snapshot.phase === 'sending' && shown.silentSeconds === null && shown.bytesPerSecond !== 0
  const line = [
    words || t('percent', { percent: shown.percent }),
    failed > 0 && t('queueStopped', { count: failed }),
    !words && !isMoving && motion,
    waiting > 0 && t('queueCount', { count: waiting }),
  ]
  return (
    <>
      <span className={classes.title}>{title}</span>
      <span className={classes.line}>{line.filter(Boolean).join(' · ')}</span>
    </>
  )
}
