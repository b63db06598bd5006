/**
 * Forwarding (Q18): the send card with the files of an earlier transfer in place of new ones. Its own form, so that a draft on the send
 * card stays as it is; nothing leaves before Send, and going back cancels.
 */
import { Button } from '@mantine/core'
import { dashSendPath, dashTransfersPath } from '@sampan/contract/paths'
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { type Dispatch, type FormEvent, useMemo, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { asProblem, isProblem } from '../../lib/is-problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { type SessionState, useSession } from '../../product/session/session.ts'
import { Notice } from '../../ui/notice.tsx'
import card from './card/card.module.css'
import { chunks } from './card/chunks.ts'
import { Late } from './card/late.tsx'
import { ProblemLine } from './card/problem-line.tsx'
import { MessageField } from './fields/message-field.tsx'
import { OptionsField } from './fields/options-field.tsx'
import { RecipientsField } from './fields/recipients-field.tsx'
import { SendAs } from './fields/send-as.tsx'
import { SendButton } from './fields/send-button.tsx'
import { duplicateOf } from './form/duplicate.ts'
import { type Form, type FormAction, formReducer, newForm } from './form/form.ts'
import { placeOf } from './form/problem-place.ts'
import { whyNotReady } from './form/readiness.ts'
import classes from './forward.module.css'
import { forwarder, useOriginal, useOwnFiles } from './forward-calls.ts'
import { ForwardFiles, type OwnFile } from './forward-files.tsx'

type Source = NonNullable<ReturnType<typeof useOwnFiles>['data']>
/** `isDuplicate`: to the same people, with the same words and options, until its sender changes that. */
type Props = { slug: string; isDuplicate: boolean; onSent: () => void }

export function Forward({ slug, isDuplicate, onSent }: Props) {
  const { t } = useTranslation('dash')
  const files = useOwnFiles(slug)
  const original = useOriginal(slug, isDuplicate)
  const failed = files.error ? files : original.error ? original : null
  if (failed) return <Failed error={failed.error} isTrying={failed.isFetching} onRetry={() => void failed.refetch()} />
  if (files.data && original.data !== undefined)
    return <ForwardCard source={files.data} original={original.data} onSent={onSent} />
  return (
    <section className={card.card} aria-busy="true">
      <h1 className="visually-hidden">{t('forwardLoading')}</h1>
      <div className={card.step} />
    </section>
  )
}

function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation('dash')
  const problemText = useProblemText()
  const isGone = isProblem(error, 'notYours')
  return (
    <Notice
      drawing={isGone ? 'unknown' : 'offline'}
      title={t('forwardFailedTitle')}
      text={isGone ? t('forwardGone') : problemText(error)}
    >
      {asProblem(error) ? (
        <Button component={Link} to={dashTransfersPath} size="md">
          {t('toTransferList')}
        </Button>
      ) : (
        <Button size="md" loading={isTrying} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </Notice>
  )
}

type Beginning = { session: SessionState; source: Source; original: TransferDetail | null }

/** What is forwarded keeps its title, until its sender gives it another. */
const beginning = ({ session: { user }, source, original }: Beginning): Form => {
  const form = formReducer(newForm(), { type: 'accountKnown', account: user })
  if (original) return duplicateOf(form, original)
  return { ...form, options: { ...form.options, title: source.transfer.title } }
}

/** As the card's rules see them: they have a path and a size, and nothing to upload. */
const asPicked = ({ path, size }: OwnFile) => ({ path, size, lastModified: 0, blob: new Blob() })

type CardProps = { source: Source; original: TransferDetail | null; onSent: () => void }

function ForwardCard({ source, original, onSent }: CardProps) {
  const [kept, dispatch] = useReducer(formReducer, { session: useSession(), source, original }, beginning)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const navigate = useNavigate()
  const chosen = useMemo(() => source.files.filter(({ fileId }) => !left.has(fileId)), [source, left])
  const files = useMemo(() => chosen.map(asPicked), [chosen])
  const form: Form = { ...kept, files }
  const submit = useForward(source.transfer.slug, form, dispatch, onSent)
  // Another one begins on the send card.
  const afterwards = (action: FormAction) => (action.type === 'restarted' ? void navigate(dashSendPath) : dispatch(action))
  return (
    <section className={card.card} aria-labelledby="forward">
      {form.step === 'done' && (
        <Late chunk={chunks.doneStep}>{({ DoneStep }) => <DoneStep form={form} dispatch={afterwards} />}</Late>
      )}
      {form.step === 'limit' && (
        <Late chunk={chunks.limitStep}>{({ LimitStep }) => <LimitStep form={form} dispatch={dispatch} />}</Late>
      )}
      {form.step === 'form' && (
        <form
          noValidate
          onSubmit={(event) =>
            submit(
              event,
              chosen.map(({ fileId }) => fileId),
            )
          }
        >
          <Head source={source} isDuplicate={original !== null} />
          <ForwardFiles
            files={source.files}
            left={left}
            onChoose={(next) => {
              setLeft(next)
              dispatch({ type: 'messageTyped', text: form.message })
            }}
          />
          <FilesProblem form={form} />
          <Fields form={form} dispatch={dispatch} />
        </form>
      )}
    </section>
  )
}

function useForward(slug: string, form: Form, dispatch: Dispatch<FormAction>, onSent: () => void) {
  const language = useLanguage()
  const forward = useMemo(() => forwarder(slug), [slug])
  return async (event: FormEvent, fileIds: string[]) => {
    event.preventDefault()
    if (whyNotReady(form).length > 0 || form.isAsking) return
    dispatch({ type: 'submitted' })
    try {
      dispatch({ type: 'published', sent: await forward(form, fileIds, language) })
      onSent()
    } catch (error) {
      dispatch({ type: 'refused', problem: error as Error })
    }
  }
}

function Head({ source: { transfer }, isDuplicate }: { source: Source; isDuplicate: boolean }) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const { hasPassword, downloadLimit } = transfer
  const isLimited = typeof downloadLimit === 'number'
  const left =
    hasPassword && isLimited ? 'forwardOpenBoth' : hasPassword ? 'forwardOpenPassword' : isLimited && 'forwardOpenLimit'
  return (
    <header className={classes.head}>
      <h1 id="forward" tabIndex={-1}>
        {t(isDuplicate ? 'duplicateTitle' : 'forwardTitle')}
      </h1>
      <p>{t('forwardFrom', { name: transfer.title || transfer.fileName, date: format.date(new Date(transfer.dateSent)) })}</p>
      <p className={classes.soft}>{t('forwardText')}</p>
      {left && !isDuplicate && <p className={classes.soft}>{t(left)}</p>}
    </header>
  )
}

/** What the plan of now does not let go out any more. */
const FilesProblem = ({ form: { problem } }: { form: Form }) =>
  problem && placeOf(problem) === 'files' ? (
    <p className={classes.problem} role="alert">
      <ProblemLine problem={problem} />
    </p>
  ) : null

function Fields({ form, dispatch }: { form: Form; dispatch: Dispatch<FormAction> }) {
  const { t } = useTranslation('dash')
  return (
    <>
      <SendAs form={form} dispatch={dispatch} />
      {form.sendAs === 'email' && <RecipientsField form={form} dispatch={dispatch} />}
      <MessageField form={form} dispatch={dispatch} />
      <OptionsField form={form} dispatch={dispatch} />
      <SendButton form={form} />
      <div className={classes.cancel}>
        <Button component={Link} to={dashTransfersPath} variant="subtle" color="gray">
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}
