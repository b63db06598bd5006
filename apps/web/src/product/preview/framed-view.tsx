/** What no browser shows by itself is drawn in a frame that belongs to no origin and reaches no server (R34): this page gives it the bytes. */
import { previewFramePath } from '@sampan/contract/paths'
import { baseName } from '@sampan/contract/rules/file-path'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import type { FramedKind, FrameNews, FrameStart, ToFrame } from '../../preview-frame/messages.ts'
import { answerFrame } from './answer-frame.ts'
import { useAddress } from './use-address.ts'
import type { ViewProps } from './view-props.ts'
import classes from './viewer.module.css'

type Props = ViewProps & {
  kind: FramedKind
  zoom: number
  /** Keys and swipes in the frame, and how far somebody has read. */
  onNews: (news: FrameNews) => void
}

/** For its page to come. */
const timeoutMs = 20_000

function useStart({ file, kind }: Props): Omit<FrameStart, 'isDark'> {
  const { t } = useTranslation('preview')
  return {
    kind,
    hasTabs: /\.tsv$/i.test(file.path),
    size: file.size,
    language: useLanguage(),
    words: {
      sheets: t('sheets'),
      page: t('page', { page: '{{page}}' }),
      file: t('entryFiles', { count: 1, number: '{{number}}' }),
      files: t('entryFiles', { count: 2, number: '{{number}}' }),
      emptyFolder: t('emptyFolder'),
      locked: t('lockedEntry'),
    },
  }
}

export function FramedView(props: Props) {
  const { file, kind, zoom, onShown, onFail, onNews } = props
  const { t } = useTranslation('preview')
  const start = useStart(props)
  const frame = useRef<HTMLIFrameElement>(null)
  const tell = useRef<((message: ToFrame) => void) | null>(null)
  const address = useAddress(file, 'original', onFail)
  const timer = useRef(0)
  const stop = useRef<AbortController>(null)
  useLayoutEffect(() => {
    if (address === null) return
    timer.current = window.setTimeout(() => onFail({ error: new Error('No frame came') }), timeoutMs)
    return () => {
      clearTimeout(timer.current)
      stop.current?.abort()
    }
  }, [address, onFail])
  const hear = (news: FrameNews) => {
    if (news.is === 'here') clearTimeout(timer.current)
    else if (news.is === 'failed') onFail({ word: news.why })
    else onNews(news)
    if (news.is === 'drawn') onShown()
  }
  // Once: a frame that leads elsewhere gets no port.
  function begin() {
    if (address === null || stop.current) return
    stop.current = new AbortController()
    const { port1, port2 } = new MessageChannel()
    tell.current = answerFrame(port1, {
      address,
      size: file.size,
      signal: stop.current.signal,
      onNews: hear,
      onFail: (error) => onFail({ error }),
    })
    const isDark = document.documentElement.dataset.theme === 'dark'
    // It belongs to no origin, so none can be named; what it gets is its file's size and some words.
    frame.current?.contentWindow?.postMessage({ ...start, isDark } satisfies FrameStart, '*', [port2])
  }
  useEffect(() => tell.current?.({ zoom }), [zoom])
  if (address === null) return null
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={previewFramePath(kind === 'pdf' ? 'pdf' : 'lines')}
      sandbox="allow-scripts"
      title={t('contents', { name: baseName(file.path) })}
      onLoad={begin}
    />
  )
}
