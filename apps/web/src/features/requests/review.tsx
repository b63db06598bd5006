/** What is to be reviewed, one file after the other: beside the list what the file shows, below it what is decided of it (R3). */
import { Button } from '@mantine/core'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { baseName } from '@sampan/contract/rules/file-path'
import { ArrowLeft, Check, ChevronLeft, ChevronRight, Download, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { PreviewPane } from '../../product/preview/preview-pane.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { useColumnName } from './grid.tsx'
import { columnsOf, nameOf, otherColumn } from './grid-rules.ts'
import { usePeople } from './people.ts'
import { RejectForm } from './reject-form.tsx'
import classes from './review.module.css'
import { filesToReview, placeOf, type ReviewAct, reviewActOf, type ToReview } from './review-rules.ts'
import type { Act } from './use-act.ts'
import { usePreviews } from './use-previews.ts'
import type { RequestChanges } from './use-request-changes.ts'
import { useReviewKeys } from './use-review-keys.ts'

type Props = {
  detail: RequestDetail
  /** As the address says; another one takes its place once it is decided. */
  fileId: string
  changes: RequestChanges
  act: Act
  onShow: (fileId: string) => void
  onClose: () => void
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
/** The next page is asked for so long before it is needed. */
const aheadOf = 5

function useToReview(detail: RequestDetail, fileId: string) {
  const { rows, matchCount, hasMore, isLoading, more } = usePeople(detail, { filter: 'toReview', search: '' })
  const list = filesToReview(rows)
  const before = useRef(0)
  const place = placeOf(list, fileId, before.current)
  const wantsMore = hasMore && !isLoading && matchCount !== null && place >= list.length - aheadOf
  before.current = Math.max(0, place)
  useEffect(() => {
    if (wantsMore) more()
  })
  return { list, place, isKnown: matchCount !== null && !hasMore }
}

export function Review({ detail, fileId, changes, act, onShow, onClose }: Props) {
  const { t } = useTranslation('received')
  const { list, place, isKnown } = useToReview(detail, fileId)
  const [rejectedId, setRejectedId] = useState<string | null>(null)
  const [isDeciding, setDeciding] = useState(false)
  const shown = list[place]
  const shownId = shown?.file.fileId
  useEffect(() => {
    if (shownId && shownId !== fileId) onShow(shownId)
  })
  const go = (by: 1 | -1) => {
    const next = list[place + by]
    if (!next) return
    setRejectedId(null)
    onShow(next.file.fileId)
  }
  async function decide({ file, supplier }: ToReview, decision: 'accepted' | 'rejected', reason = '') {
    if (isDeciding) return
    setDeciding(true)
    const name = nameOf(supplier) || t('someone')
    const { email } = supplier
    const rejected = email ? t('sentBackMailed', { email }) : t('sentBackUnmailed')
    const done = decision === 'accepted' ? t('acceptedUnmailed', { name }) : rejected
    if (await act(() => changes.decide([file.fileId], decision, reason), done)) setRejectedId(null)
    setDeciding(false)
  }
  const acts: Record<ReviewAct, () => void> = {
    accept: () => shown && rejectedId === null && void decide(shown, 'accepted'),
    reject: () => shown && setRejectedId(shown.file.fileId),
    next: () => go(1),
    previous: () => go(-1),
    close: () => (rejectedId === null ? onClose() : setRejectedId(null)),
  }
  const press = (name: ReviewAct) => acts[name]()
  useReviewKeys(press)
  return (
    <section className={classes.review} data-decides="" aria-label={t('review')}>
      <header className={classes.head}>
        <button type="button" className={classes.back} onClick={onClose}>
          <ArrowLeft {...icon} />
          {t('reviewBack')}
        </button>
        <h1 tabIndex={-1}>{t('review')}</h1>
      </header>
      {shown ? (
        <div className={classes.sides}>
          <List list={list} place={place} detail={detail} onShow={onShow} />
          <div className={classes.one}>
            <Pager count={list.length} place={place} onGo={go} />
            <Shown {...{ shown, detail, changes, act, isDeciding }} isRejecting={rejectedId === shownId} onPress={press}>
              <RejectForm
                files={[shown.file]}
                isMailed={shown.supplier.email !== null}
                maxChars={requestLimits.reasonChars}
                onCancel={() => setRejectedId(null)}
                onReject={(reason) => decide(shown, 'rejected', reason)}
              />
            </Shown>
          </div>
        </div>
      ) : isKnown ? (
        <ListState drawing="arrived" title={t('allReviewed')} text={t('allReviewedText')}>
          <Button h={46} onClick={onClose}>
            {t('reviewBack')}
          </Button>
        </ListState>
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </section>
  )
}

function useDocumentName(detail: RequestDetail): (documentId: string | null) => string {
  const columnName = useColumnName()
  const columns = columnsOf(detail)
  return (documentId) => {
    const column = columns.find(({ id }) => id === (documentId ?? otherColumn))
    return columnName(column ?? { id: otherColumn, name: null, isRequired: false })
  }
}

type ListProps = { list: readonly ToReview[]; place: number; detail: RequestDetail; onShow: (fileId: string) => void }

/** On a phone the arrows alone lead through it. */
function List({ list, place, detail, onShow }: ListProps) {
  const { t } = useTranslation('received')
  const documentName = useDocumentName(detail)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [place])
  return (
    <ol className={classes.list} aria-label={t('toReview')}>
      {list.map(({ file, supplier, documentId }, at) => (
        <li key={file.fileId}>
          <button
            ref={at === place ? current : null}
            type="button"
            aria-current={at === place || undefined}
            onClick={() => onShow(file.fileId)}
          >
            <b>{documentName(documentId)}</b>
            <small>{nameOf(supplier) || t('someone')}</small>
            <small>
              <bdi>{baseName(file.path)}</bdi>
            </small>
          </button>
        </li>
      ))}
    </ol>
  )
}

function Pager({ count, place, onGo }: { count: number; place: number; onGo: (by: 1 | -1) => void }) {
  const { t } = useTranslation('received')
  const format = useFormat()
  return (
    <p className={classes.pager}>
      <Button variant="default" h={44} px={12} aria-label={t('reviewPrevious')} disabled={place === 0} onClick={() => onGo(-1)}>
        <ChevronLeft {...icon} />
      </Button>
      <span role="status">{t('reviewPlace', { place: format.number(place + 1), count: format.number(count) })}</span>
      <Button
        variant="default"
        h={44}
        px={12}
        aria-label={t('reviewNext')}
        disabled={place === count - 1}
        onClick={() => onGo(1)}
      >
        <ChevronRight {...icon} />
      </Button>
      <small className={classes.keys}>{t('reviewKeys')}</small>
    </p>
  )
}

type ShownProps = Pick<Props, 'detail' | 'changes' | 'act'> & {
  shown: ToReview
  isDeciding: boolean
  isRejecting: boolean
  onPress: (act: ReviewAct) => void
  /** Asks why. */
  children: ReactNode
}

function Shown({ shown, detail, changes, act, isDeciding, isRejecting, onPress, children }: ShownProps) {
  const { t } = useTranslation('received')
  const format = useFormat()
  const documentName = useDocumentName(detail)
  const { file, supplier, documentId } = shown
  const download = () => void act(() => changes.download({ fileIds: [file.fileId] }))
  const previews = usePreviews(detail.request.slug, [file], download)
  const [preview] = previews.files
  const name = baseName(file.path)
  return (
    <>
      <h2 className={classes.name}>
        <bdi title={file.path}>{name}</bdi>
        <small>{[documentName(documentId), nameOf(supplier) || t('someone'), format.bytes(file.size)].join(' · ')}</small>
      </h2>
      {file.warning && <p className={classes.warning}>{t(file.warning)}</p>}
      <div className={classes.stage} data-low={isRejecting || undefined}>
        {preview ? (
          <PreviewPane
            key={file.fileId}
            file={preview}
            onStep={(by) => onPress(by === 1 ? 'next' : 'previous')}
            onKey={(key) => {
              const pressed = reviewActOf(key)
              if (pressed) onPress(pressed)
            }}
          />
        ) : (
          <p className={classes.unseen}>{t(file.warning === 'infected' ? 'infected' : 'reviewUnseen')}</p>
        )}
      </div>
      {isRejecting ? (
        children
      ) : (
        <div className={classes.acts}>
          {file.warning !== 'infected' && (
            <Button
              variant="subtle"
              h={46}
              leftSection={<Download {...icon} />}
              aria-label={t('downloadNamed', { name })}
              onClick={download}
            >
              {t('download')}
            </Button>
          )}
          <Button
            variant="default"
            h={46}
            leftSection={<Undo2 {...icon} />}
            disabled={isDeciding}
            onClick={() => onPress('reject')}
          >
            {t('reject')}
          </Button>
          <Button h={46} leftSection={<Check {...icon} />} loading={isDeciding} onClick={() => onPress('accept')}>
            {t('accept')}
          </Button>
        </div>
      )}
    </>
  )
}
