/** A request with its grid; what is open over it stands in the address. */
import { timingsMs } from '@sampan/contract/limits'
import { dashRequestPath, dashRequestsPath } from '@sampan/contract/paths'
import type { Plan } from '@sampan/contract/plans'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import { AddWindow } from './add-window.tsx'
import { draftOf, templateOf } from './draft.ts'
import { EditRequest } from './edit-request.tsx'
import { ExtendWindow } from './extend-window.tsx'
import { columnsOf } from './grid-rules.ts'
import { usePerson } from './people.ts'
import { PeoplePart } from './people-part.tsx'
import { AskDelete, AskDiscard, AskRemind } from './questions.tsx'
import classes from './request.module.css'
import { type HeadAct, RequestHead } from './request-head.tsx'
import { Review } from './review.tsx'
import { SlotWindow } from './slot-window.tsx'
import { SupplierWindow } from './supplier-window.tsx'
import { SaveTemplate } from './template-windows.tsx'
import { useAct } from './use-act.ts'
import { useRequestChanges } from './use-request-changes.ts'

const clockMs = 30_000
type Asked = 'add' | 'extend' | 'remind' | 'template' | 'discard' | 'delete'
type Props = { detail: RequestDetail; plan: Plan }

/** Which supplier, which document, or the form. */
function useShown() {
  const [params, setParams] = useSearchParams()
  const show = (next: Record<string, string>) => setParams(next, { preventScrollReset: true })
  return {
    supplier: params.get('supplier'),
    column: params.get('document'),
    isEditing: params.has('edit'),
    /** Which of the files to review; empty: the first. */
    review: params.get('review'),
    open: (supplier: string, column?: string) => show({ supplier, ...(column && { document: column }) }),
    /** From one file to the next nothing is to go back to. */
    showReview: (review: string) => setParams({ review }, { replace: params.has('review'), preventScrollReset: true }),
    edit: () => show({ edit: '1' }),
    close: () => setParams({}, { replace: true, preventScrollReset: true }),
  }
}

export function RequestView({ detail, plan }: Props) {
  const { t } = useTranslation('received')
  const { slug, title } = detail.request
  const now = useNow(clockMs)
  const navigate = useNavigate()
  const toasts = useToasts()
  const changes = useRequestChanges(slug)
  const { isBusy, act } = useAct(toasts)
  const shown = useShown()
  const [asked, setAsked] = useState<Asked | null>(null)
  const supplier = usePerson(detail, shown.supplier)
  const column = columnsOf(detail).find(({ id }) => id === shown.column)
  const say = (text: string) => {
    setAsked(null)
    toasts.show({ text, lifeMs: timingsMs.toast })
  }
  const copy = () =>
    act(async () => {
      const { request } = await changes.copy()
      await navigate(dashRequestPath(request.slug))
    })
  const acts: Record<HeadAct, () => void> = {
    download: () => void act(() => changes.download({})),
    askAddress: () => void act(() => changes.askAddress(), t('addressAsked')),
    remind: () => setAsked('remind'),
    add: () => setAsked('add'),
    extend: () => setAsked('extend'),
    template: () => setAsked('template'),
    discard: () => setAsked('discard'),
    delete: () => setAsked('delete'),
    review: () => shown.showReview(''),
    edit: shown.edit,
    close: () => void act(() => changes.change({ state: 'closed' }), t('closed')),
    reopen: () => void act(() => changes.change({ state: 'open' }), t('reopened')),
    copy: () => void copy(),
    csv: () => void act(() => changes.export('csv', title)),
    pdf: () => void act(() => changes.export('pdf', title)),
  }
  const remind = async () => {
    setAsked(null)
    await act(async () => {
      const count = await changes.remind()
      toasts.show({ text: count > 0 ? t('remindedCount', { count }) : t('remindedBefore'), lifeMs: timingsMs.toast })
    })
  }
  const discard = async () => {
    setAsked(null)
    await act(async () => {
      const count = await changes.discard()
      toasts.show({ text: t('discardedCount', { count }), lifeMs: timingsMs.toast })
    })
  }
  const remove = () =>
    act(async () => {
      setAsked(null)
      await changes.remove()
      await navigate(dashRequestsPath, { replace: true })
    })
  const windowProps = { detail, now, changes, act, toasts, onClose: shown.close }
  const windows = {
    add: () => <AddWindow changes={changes} onClose={() => setAsked(null)} onDone={(count) => say(t('added', { count }))} />,
    extend: () => (
      <ExtendWindow {...{ detail, plan, changes }} onClose={() => setAsked(null)} onDone={() => say(t('extended'))} />
    ),
    template: () => (
      <SaveTemplate
        title={title}
        template={templateOf({ ...draftOf(detail), documents: draftOf(detail).documents.map((each) => ({ ...each, id: null })) })}
        onClose={() => setAsked(null)}
        onSaved={(name) => say(t('templateSaved', { name }))}
      />
    ),
    remind: () => <AskRemind detail={detail} onClose={() => setAsked(null)} onRemind={() => void remind()} />,
    discard: () => <AskDiscard onClose={() => setAsked(null)} onDiscard={() => void discard()} />,
    delete: () => <AskDelete detail={detail} onClose={() => setAsked(null)} onDelete={() => void remove()} />,
  } satisfies Record<Asked, () => unknown>
  return (
    <div className={classes.page}>
      {shown.isEditing ? (
        <EditRequest
          {...{ detail, plan, changes }}
          onClose={shown.close}
          onDone={() => {
            shown.close()
            say(t('saved'))
          }}
        />
      ) : shown.review !== null ? (
        <Review {...{ detail, changes, act }} fileId={shown.review} onShow={shown.showReview} onClose={shown.close} />
      ) : (
        <>
          <RequestHead detail={detail} now={now} isBusy={isBusy} onAct={(name) => acts[name]()} />
          <PeoplePart detail={detail} now={now} onOpen={shown.open} />
        </>
      )}
      {supplier && column && <SlotWindow {...windowProps} supplier={supplier} column={column} onReview={shown.showReview} />}
      {supplier && !column && <SupplierWindow {...windowProps} supplier={supplier} />}
      {asked && windows[asked]()}
      <Toasts toasts={toasts.toasts} closeLabel={t('closeWindow')} onClose={toasts.close} />
    </div>
  )
}
