/** What no browser shows by itself is drawn in a frame that belongs to no origin and reaches no server (R34): this page gives it the bytes. */
import { previewFramePath } from '@sampan/contract/paths'
import { baseName } from '@sampan/contract/rules/file-path'
import { useEffect, useRef } from 'react'
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
      name: t('entryName'),
      size: t('entrySize'),
      sheets: t('sheets'),
      page: t('page', { page: '{{page}}' }),
      folder: t('folder'),
      locked: t('lockedEntry'),
    },
  }
}

export function FramedView(props: Props) {
  const { file, kind, zoom, onShown, onFail, onNews } = props
  const { t } = useTranslation('preview')
  const start = useRef<Omit<FrameStart, 'isDark'>>(null)
  start.current = useStart(props)
  const frame = useRef<HTMLIFrameElement>(null)
  const tell = useRef<((message: ToFrame) => void) | null>(null)
  const address = useAddress(file, 'original', onFail)
  useEffect(() => {
    const element = frame.current
    if (address === null || !element) return
    const stop = new AbortController()
    const timer = setTimeout(() => onFail({ error: new Error('No frame came') }), timeoutMs)
    const hear = (news: FrameNews) => {
      if (news.is === 'here') clearTimeout(timer)
      else if (news.is === 'failed') onFail({ word: news.why })
      else onNews(news)
      if (news.is === 'drawn') onShown()
    }
    // Once: a frame that leads elsewhere gets no port.
    const begin = () => {
      const { port1, port2 } = new MessageChannel()
      tell.current = answerFrame(port1, {
        address,
        size: file.size,
        signal: stop.signal,
        onNews: hear,
        onFail: (error) => onFail({ error }),
      })
      const isDark = document.documentElement.dataset.theme === 'dark'
      // It belongs to no origin, so none can be named; what it gets is its file's size and some words.
      element.contentWindow?.postMessage({ ...start.current, isDark }, '*', [port2])
    }
    element.addEventListener('load', begin, { once: true, signal: stop.signal })
    element.src = previewFramePath(kind === 'pdf' ? 'pdf' : 'lines')
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [address, file, kind, onShown, onFail, onNews])
  useEffect(() => tell.current?.({ zoom }), [zoom])
  return (
    <iframe ref={frame} className={classes.frame} sandbox="allow-scripts" title={t('contents', { name: baseName(file.path) })} />
  )
}
