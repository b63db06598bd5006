/** On every page, but for what the card shows itself: what is sent and how far it is, what waits for that, and how it ended (Q25). */
import { Button } from '@mantine/core'
import { timingsMs } from '@sampan/contract/limits'
import { dashTransferPath } from '@sampan/contract/paths'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useProblemText } from '../../../lib/problem-text.ts'
import { useMotion, useWords } from '../../../product/sending/sending-numbers.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import type { Form, Sent } from '../form/form.ts'
import { isCardFree } from '../form/kept-draft.ts'
import { AskCancel, Cancel } from './cancel-in-dock.tsx'
import { DraftBar } from './draft-bar.tsx'
import { Folded } from './folded.tsx'
import { keptOf, mayResume } from './kept-words.ts'
import { changeInCard, retrySending } from './sending.ts'
import classes from './sending-bar.module.css'
import { closeEnded, type Draft, type Ended, type Sending, watchInCard } from './sending-state.ts'
import { Track } from './track.tsx'
import { useDockSpace } from './use-dock-space.ts'
import { useTitleOf } from './use-title-of.ts'
import { WaitingRows } from './waiting-rows.tsx'

type Props = {
  sendings: readonly Sending[]
  /** The one that runs. */
  runsId: number | null
  ended: Ended | null
  draft: Draft | null
  hasCard: boolean
  cardPath: string
}

export function SendingBar({ sendings, runsId, ended, draft, ...where }: Props) {
  const running = sendings.find(({ id, failure }) => id === runsId && !failure)
  const failed = sendings.filter(({ failure }) => failure)
  const waiting = sendings.filter((sending) => sending !== running && !sending.failure)
  return (
    <div ref={useDockSpace()} className={classes.place} data-dock>
      {ended && ('sent' in ended ? <Arrived {...ended} /> : <Refused {...ended} {...where} />)}
      <Folded running={running} failed={failed.length} waiting={waiting.length} draft={draft}>
        {draft && <DraftBar draft={draft} cardPath={where.cardPath} />}
        {failed.map((sending) => (
          <Failed key={sending.id} sending={sending} {...where} />
        ))}
        {running && <Running key={running.id} sending={running} {...where} />}
        {waiting.length > 0 && <WaitingRows waiting={waiting} isHeld={running?.snapshot.phase === 'paused'} />}
      </Folded>
    </div>
  )
}

type Where = { hasCard: boolean; cardPath: string }
type RunningProps = Where & { sending: Sending }

/** In the dashboard's words: most of its pages are there. */
function Running({ sending, ...where }: RunningProps) {
  const { t } = useTranslation('send')
  const { form, upload, snapshot, shown, stage } = sending
  const title = useTitleOf(form)
  const reported = { stage, snapshot, shown, inDashboard: true }
  const words = useWords(reported)
  const motion = useMotion(reported)
  const isPaused = snapshot.phase === 'paused'
  const [isAsking, setAsking] = useState<boolean>()
  return (
    <section className={classes.bar} aria-label={t('onItsWay')}>
      <Track percent={shown.percent} />
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        <p className={classes.line}>
          {words || [t('percent', { percent: shown.percent }), ...motion].filter(Boolean).join(' · ')}
        </p>
      </div>
      {isAsking ? (
        <Cancel sending={sending} about={title} hasBegun onNo={() => setAsking(false)} />
      ) : (
        <div className={classes.acts}>
          <AskCancel
            sending={sending}
            isDisabled={stage === 'publishing'}
            wasAsked={isAsking === false}
            onAsk={() => setAsking(true)}
          />
          <Button
            variant="default"
            h={44}
            px={16}
            disabled={!upload || stage === 'publishing'}
            onClick={() => (isPaused ? upload?.resume() : upload?.pause())}
          >
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
          <ShowInCard form={form} {...where} />
        </div>
      )}
    </section>
  )
}

/** Not over another draft: then the dock is its place. */
function ShowInCard({ form, hasCard, cardPath }: Where & { form: Form }) {
  const { t } = useTranslation('send')
  if (!isCardFree()) return null
  const look = { variant: 'default', h: 44, px: 16 } as const
  return hasCard ? (
    <Button {...look} onClick={() => watchInCard(form)}>
      {t('showSending')}
    </Button>
  ) : (
    <Button component={Link} to={cardPath} {...look}>
      {t('showSending')}
    </Button>
  )
}

/** The next try runs where this one stopped. */
function Failed({ sending, ...where }: RunningProps) {
  const { t } = useTranslation('send')
  const problemText = useProblemText()
  const { id, form, failure, needsCard } = sending
  const title = useTitleOf(form)
  const [isAsking, setAsking] = useState<boolean>()
  if (isAsking)
    return (
      <section className={classes.bar} aria-label={t('onItsWay')}>
        <Cancel sending={sending} about={title} hasBegun onNo={() => setAsking(false)} />
      </section>
    )
  return (
    <section className={classes.bar} role="alert">
      <div className={classes.text}>
        <p className={classes.wrong}>{t(failure?.stage === 'publishing' ? 'couldNotSend' : 'uploadFailed')}</p>
        <p className={classes.line}>{problemText(failure?.error)}</p>
        {failure && !needsCard && mayResume(failure) && <p className={classes.line}>{t(keptOf(sending, Date.now()))}</p>}
      </div>
      <div className={classes.acts}>
        <AskCancel sending={sending} wasAsked={isAsking === false} onAsk={() => setAsking(true)} />
        {needsCard ? (
          <ChangeInCard id={id} {...where} />
        ) : (
          <>
            <Button variant="default" h={44} px={16} onClick={() => retrySending(id)}>
              {t('tryAgain')}
            </Button>
            <ShowInCard form={form} {...where} />
          </>
        )}
      </div>
    </section>
  )
}

/** Another draft stands there: that one is sent or cleared first. */
function ChangeInCard({ id, hasCard, cardPath }: Where & { id: number }) {
  const { t } = useTranslation('send')
  const navigate = useNavigate()
  const [isRefused, setRefused] = useState(false)
  function change(): void {
    if (!changeInCard(id)) setRefused(true)
    else if (!hasCard) void navigate(cardPath)
  }
  return (
    <Button variant="default" h={44} px={16} onClick={change}>
      {t(isRefused ? 'queueCardFull' : 'limitBack')}
    </Button>
  )
}

function Refused({ problem, cardPath }: Where & { problem: Error }) {
  const { t } = useTranslation('send')
  const problemText = useProblemText()
  return (
    <section className={classes.bar} role="alert">
      <div className={classes.text}>
        <p className={classes.wrong}>{t('notSent')}</p>
        <p className={classes.line}>{problemText(problem)}</p>
      </div>
      <div className={classes.acts}>
        <Button component={Link} to={cardPath} variant="default" h={44} px={16}>
          {t('limitBack')}
        </Button>
      </div>
    </section>
  )
}

function Arrived({ form, sent }: { form: Form; sent: Sent }) {
  const { t } = useTranslation('send')
  const [first = '', ...others] = form.chips.list
  // A link is copied from here; everything else has been read by then, and covers the next draft.
  useEffect(() => {
    if (sent.linkUrl) return
    const timer = setTimeout(closeEnded, timingsMs.arrivedBar)
    return () => clearTimeout(timer)
  }, [sent])
  const toWhom = others.length === 0 ? t('doneTo', { first }) : t('doneToOthers', { first, count: others.length })
  return (
    <section className={`${classes.bar} ${classes.ended}`} role="status">
      <div className={classes.text}>
        <p className={classes.done}>{t(sent.linkUrl ? 'linkTitle' : 'doneTitle')}</p>
        <p className={classes.line}>{sent.linkUrl ? <a href={sent.linkUrl}>{sent.linkUrl}</a> : toWhom}</p>
      </div>
      <div className={classes.acts}>
        {sent.linkUrl && <CopyLink url={sent.linkUrl} />}
        {form.account && (
          <Button component={Link} to={dashTransferPath(sent.slug)} variant="default" h={44} px={16} onClick={closeEnded}>
            {t('seeTransfer')}
          </Button>
        )}
      </div>
      <button type="button" className={classes.close} aria-label={t('close')} onClick={closeEnded}>
        <X size={18} aria-hidden="true" />
      </button>
    </section>
  )
}

function CopyLink({ url }: { url: string }) {
  const { t } = useTranslation('send')
  const [isCopied, setCopied] = useState(false)
  return (
    <Button variant="default" h={44} px={16} onClick={async () => setCopied(await copyText(url))}>
      {t(isCopied ? 'linkCopied' : 'copyLink')}
    </Button>
  )
}
