/** On every other page while something is sent: how far it is, and the way back to its card; then how it ended. */
import { Button } from '@mantine/core'
import { dashTransferPath } from '@sampan/contract/paths'
import { countFiles } from '@sampan/contract/rules/file-set'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProblemText } from '../../../lib/problem-text.ts'
import { CancelQuestion } from '../../../product/sending/cancel-question.tsx'
import { useMotion, useWords } from '../../../product/sending/sending-numbers.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { usePeople } from '../card/use-people.ts'
import type { Form, Sent } from '../form/form.ts'
import { DraftBar } from './draft-bar.tsx'
import { keptOf, mayResume } from './kept-words.ts'
import { cancelWithoutCard, retrySending } from './sending.ts'
import classes from './sending-bar.module.css'
import { closeEnded, type Draft, type Ended, type Sending } from './sending-state.ts'

type Props = { sending: Sending | null; ended: Ended | null; draft: Draft | null; cardPath: string }

export function SendingBar({ sending, ended, draft, cardPath }: Props) {
  return (
    <div className={classes.place}>
      {ended && ('sent' in ended ? <Arrived {...ended} /> : <Refused {...ended} cardPath={cardPath} />)}
      {draft && <DraftBar draft={draft} cardPath={cardPath} />}
      {sending &&
        (sending.failure ? <Failed sending={sending} cardPath={cardPath} /> : <Running sending={sending} cardPath={cardPath} />)}
    </div>
  )
}

type RunningProps = { sending: Sending; cardPath: string }

function useTitle({ files, chips, sendAs }: Form): string {
  const { t } = useTranslation('send')
  const people = usePeople(chips.list)
  const count = countFiles(files)
  return sendAs === 'link' ? t('makingLink', { count }) : t('sendingTo', { count, people })
}

/** In the dashboard's words: most of its pages are there. */
function Running({ sending, cardPath }: RunningProps) {
  const { t } = useTranslation('send')
  const { form, upload, snapshot, shown, stage } = sending
  const title = useTitle(form)
  const reported = { stage, snapshot, shown, inDashboard: true }
  const words = useWords(reported)
  const motion = useMotion(reported)
  const isPaused = snapshot.phase === 'paused'
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={classes.bar} aria-label={t('onItsWay')}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={t('uploaded')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown.percent}
      >
        <span style={{ width: `${shown.percent}%` }} />
      </div>
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        <p className={classes.line}>
          {words || [t('percent', { percent: shown.percent }), ...motion].filter(Boolean).join(' · ')}
        </p>
      </div>
      {isAsking ? (
        <Cancel sending={sending} onNo={() => setAsking(false)} />
      ) : (
        <div className={classes.acts}>
          <AskCancel isDisabled={stage === 'publishing'} onPress={() => setAsking(true)} />
          <Button
            variant="default"
            h={44}
            px={16}
            disabled={!upload || stage === 'publishing'}
            onClick={() => (isPaused ? upload?.resume() : upload?.pause())}
          >
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
          <ToCard path={cardPath} />
        </div>
      )}
    </section>
  )
}

function AskCancel({ isDisabled = false, onPress }: { isDisabled?: boolean; onPress: () => void }) {
  const { t } = useTranslation('send')
  return (
    <Button variant="default" h={44} px={16} disabled={isDisabled} onClick={onPress}>
      {t('cancel')}
    </Button>
  )
}

/** As on the card: asked first, with how long what has arrived is kept (Q13). */
function Cancel({ sending, onNo }: { sending: Sending; onNo: () => void }) {
  const { t } = useTranslation('send')
  return (
    <div className={classes.question}>
      <CancelQuestion kept={t(keptOf(sending, Date.now()))} onYes={cancelWithoutCard} onNo={onNo} />
    </div>
  )
}

function ToCard({ path, isDraft = false }: { path: string; isDraft?: boolean }) {
  const { t } = useTranslation('send')
  return (
    <Button component={Link} to={path} variant="default" h={44} px={16}>
      {t(isDraft ? 'limitBack' : 'showSending')}
    </Button>
  )
}

/** The next try runs where this one stopped. */
function Failed({ sending, cardPath }: RunningProps) {
  const { t } = useTranslation('send')
  const problemText = useProblemText()
  const { failure } = sending
  const [isAsking, setAsking] = useState(false)
  if (isAsking)
    return (
      <section className={classes.bar} aria-label={t('onItsWay')}>
        <Cancel sending={sending} onNo={() => setAsking(false)} />
      </section>
    )
  return (
    <section className={classes.bar} role="alert">
      <div className={classes.text}>
        <p className={classes.wrong}>{t(failure?.stage === 'publishing' ? 'couldNotSend' : 'uploadFailed')}</p>
        <p className={classes.line}>{problemText(failure?.error)}</p>
        {failure && mayResume(failure) && <p className={classes.line}>{t(keptOf(sending, Date.now()))}</p>}
      </div>
      <div className={classes.acts}>
        <AskCancel onPress={() => setAsking(true)} />
        <Button variant="default" h={44} px={16} onClick={retrySending}>
          {t('tryAgain')}
        </Button>
        <ToCard path={cardPath} />
      </div>
    </section>
  )
}

function Refused({ problem, cardPath }: { problem: Error; cardPath: string }) {
  const { t } = useTranslation('send')
  const problemText = useProblemText()
  return (
    <section className={classes.bar} role="alert">
      <div className={classes.text}>
        <p className={classes.wrong}>{t('notSent')}</p>
        <p className={classes.line}>{problemText(problem)}</p>
      </div>
      <div className={classes.acts}>
        <ToCard path={cardPath} isDraft />
      </div>
    </section>
  )
}

function Arrived({ form, sent }: { form: Form; sent: Sent }) {
  const { t } = useTranslation('send')
  const [first = '', ...others] = form.chips.list
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
