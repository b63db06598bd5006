/** One file, shown in the way of its kind; while it loads, and where it cannot be shown, that is said. */
import { Button } from '@mantine/core'
import { type PreviewKind, previewHeadBytes } from '@sampan/contract/rules/preview-kind'
import { LoaderCircle } from 'lucide-react'
import { type TouchEvent, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { swipeOf } from '../../lib/swipe.ts'
import type { FrameNews, Shown } from '../../preview-frame/messages.ts'
import { type Fault, mayTryAgain } from './fault.ts'
import { FramedView } from './framed-view.tsx'
import { MediaView } from './media-view.tsx'
import { PictureView } from './picture-view.tsx'
import type { PreviewFile } from './preview-file.ts'
import type { OnFull, ViewProps, ZoomProps } from './view-props.ts'
import classes from './viewer.module.css'

type Props = ZoomProps & {
  onFull: OnFull
  file: PreviewFile
  kind: PreviewKind
  onStep: (by: 1 | -1) => void
  onKey: (key: string) => void
  onPage: (page: number, pages: number) => void
  onRetry: () => void
}

/** The file as it was when it was opened: a list that is renewed meanwhile does not load it anew. */
export function Stage({ file: given, kind, zoom, onZoom, onFull, onStep, onKey, onPage, onRetry }: Props) {
  const { t } = useTranslation('preview')
  const [file] = useState(given)
  const [state, setState] = useState<'loading' | 'shown' | Fault>('loading')
  const [shown, setShown] = useState<Shown | null>(null)
  const onShown = useCallback(() => setState('shown'), [])
  const acts = useRef({ onStep, onKey, onPage })
  acts.current = { onStep, onKey, onPage }
  const onNews = useCallback((news: FrameNews) => {
    const { onStep, onKey, onPage } = acts.current
    if (news.is === 'drawn') setShown(news.shown)
    else if (news.is === 'key') onKey(news.key)
    else if (news.is === 'step') onStep(news.by)
    else if (news.is === 'page') onPage(news.page, news.pages)
  }, [])
  const swipes = useSwipes(zoom === 1 && kind !== 'audio' && kind !== 'video', onStep)
  const view: ViewProps = { file, kind, onShown, onFail: setState }
  if (typeof state === 'object') return <Failed fault={state} file={file} onRetry={onRetry} />
  return (
    <div className={classes.stage} aria-busy={state === 'loading'} {...swipes}>
      {state === 'loading' && (
        <p className={classes.loading} role="status">
          <LoaderCircle size={28} aria-hidden="true" />
          <span className="visually-hidden">{t('loading')}</span>
        </p>
      )}
      {kind === 'image' || kind === 'picture' ? (
        <PictureView {...view} zoom={zoom} onZoom={onZoom} onFull={onFull} />
      ) : kind === 'audio' || kind === 'video' ? (
        <MediaView {...view} />
      ) : (
        <FramedView {...view} kind={kind} zoom={zoom} onNews={onNews} />
      )}
      {state === 'shown' && <Rest file={file} kind={kind} shown={shown} />}
    </div>
  )
}

/** There is more of it than what is shown. */
function Rest({ file, kind, shown }: { file: PreviewFile; kind: PreviewKind; shown: Shown | null }) {
  const { t } = useTranslation('preview')
  const format = useFormat()
  if (kind === 'text' && file.size > previewHeadBytes)
    return <p className={classes.rest}>{t('moreText', { size: format.bytes(previewHeadBytes) })}</p>
  if (!shown) return null
  const number = format.number(shown.count)
  const total = shown.total ?? 0
  return (
    <p className={classes.rest}>
      {shown.of === 'rows'
        ? t('moreRows', { count: shown.count, number })
        : t('moreEntries', { count: total, number, total: format.number(total) })}
    </p>
  )
}

function Failed({ fault, file, onRetry }: { fault: Fault; file: PreviewFile; onRetry: () => void }) {
  const { t } = useTranslation('preview')
  const problemText = useProblemText()
  return (
    <div className={classes.stage}>
      <div className={classes.failed} role="alert">
        <p>{'error' in fault ? problemText(fault.error) : t(fault.word)}</p>
        {!('error' in fault) && file.download && fault.word !== 'empty' && <p className={classes.soft}>{t('downloadInstead')}</p>}
        {mayTryAgain(fault) && (
          <Button h={44} variant="default" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    </div>
  )
}

function useSwipes(isOn: boolean, onStep: (by: 1 | -1) => void) {
  const began = useRef<{ clientX: number; clientY: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      began.current = touches.length === 1 ? { clientX: touches[0]!.clientX, clientY: touches[0]!.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const ended = changedTouches[0]
      const by = isOn && began.current && ended ? swipeOf(began.current, ended) : null
      began.current = null
      if (by) onStep(by)
    },
  }
}
