/** Files one after the other over the whole screen (D4). The browser's own dialog keeps the focus within and everything else still. */
import { baseName } from '@sampan/contract/rules/file-path'
import { previewKindOf } from '@sampan/contract/rules/preview-kind'
import { ChevronLeft, ChevronRight, Download, Minimize, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { shownName } from '../../lib/safe-text.ts'
import { type PreviewFile, previewable } from './preview-file.ts'
import { Stage } from './stage.tsx'
import { useViewerKeys } from './use-viewer-keys.ts'
import { withinZooms, zooms } from './view-props.ts'
import classes from './viewer.module.css'

type Props = { files: readonly PreviewFile[]; fileId: string; onClose: () => void }

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const
const zoomed = new Set(['image', 'picture', 'pdf'])

/** What of it changes with each file begins anew with it. */
function useShown(list: readonly PreviewFile[], firstId: string) {
  const files = previewable(list)
  const [fileId, setFileId] = useState(firstId)
  const [attempt, setAttempt] = useState(0)
  const [zoom, setZoom] = useState(1)
  /** The zoom at which each of its points is one of the screen; null where that is not known. */
  const [full, setFull] = useState<number | null>(null)
  const [page, setPage] = useState<{ page: number; pages: number } | null>(null)
  const index = Math.max(
    0,
    files.findIndex((file) => file.fileId === fileId),
  )
  function step(by: 1 | -1) {
    const next = files[index + by]
    if (!next) return
    setFileId(next.fileId)
    setZoom(1)
    setFull(null)
    setPage(null)
  }
  return {
    files,
    index,
    file: files[index],
    attempt,
    retry: () => setAttempt(attempt + 1),
    zoom,
    setZoom,
    full,
    setFull,
    page,
    setPage,
    step,
  }
}

/** `shown`: what is in sight; what had the focus may have gone with what was. */
function useModal(shown: string) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    title.current?.focus()
    // Gives the focus back to what had it.
    return () => opened?.close()
  }, [])
  useEffect(() => {
    if (!dialog.current?.contains(document.activeElement)) title.current?.focus()
  }, [shown])
  return { dialog, title }
}

export function Viewer({ files: list, fileId, onClose }: Props) {
  const { t } = useTranslation('preview')
  const format = useFormat()
  const { files, index, file, attempt, retry, zoom, setZoom, full, setFull, page, setPage, step } = useShown(list, fileId)
  const stageKey = `${file?.fileId} ${attempt}`
  const { dialog, title } = useModal(stageKey)
  const kind = file ? previewKindOf(file) : null
  const mayZoom = kind !== null && zoomed.has(kind)
  const onKey = useViewerKeys(dialog, {
    close: onClose,
    // What is larger than the screen is moved by the arrows.
    step: (by) => zoom === 1 && step(by),
    zoom: (by) => mayZoom && setZoom(by === 0 ? 1 : withinZooms(zoom * zooms.step ** by)),
  })
  const isGone = !file || !kind
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (isGone) return null
  const name = shownName(baseName(file.path))
  const place = t('place', { place: format.number(index + 1), total: format.number(files.length) })
  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-labelledby="preview-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={classes.head}>
        <div className={classes.words}>
          <h2 ref={title} id="preview-title" tabIndex={-1} title={name}>
            <bdi>{name}</bdi>
          </h2>
          <p>
            {format.bytes(file.size)}
            {files.length > 1 && ` · ${place}`}
          </p>
        </div>
        <DownloadButton file={file} label={t('download', { name })} />
        <Button label={t('close')} onClick={onClose}>
          <X {...icon} />
        </Button>
      </header>
      <p className="visually-hidden" role="status">
        {`${name}, ${place}`}
      </p>
      <Stage
        key={stageKey}
        file={file}
        kind={kind}
        zoom={zoom}
        onZoom={setZoom}
        onFull={setFull}
        onStep={step}
        onKey={onKey}
        onPage={(page, pages) => setPage({ page, pages })}
        onRetry={retry}
      />
      {(files.length > 1 || mayZoom) && (
        <footer className={classes.foot}>
          {files.length > 1 && (
            <Button label={t('previous')} isOff={index === 0} onClick={() => step(-1)}>
              <ChevronLeft {...icon} size={24} />
            </Button>
          )}
          <div className={classes.middle}>
            {mayZoom && (
              <>
                <Button label={t('zoomOut')} isOff={zoom <= zooms.min} onClick={() => setZoom(withinZooms(zoom / zooms.step))}>
                  <ZoomOut {...icon} />
                </Button>
                <Button label={t('zoomIn')} isOff={zoom >= zooms.max} onClick={() => setZoom(withinZooms(zoom * zooms.step))}>
                  <ZoomIn {...icon} />
                </Button>
                {full !== null && (
                  <>
                    <Button label={t('zoomFit')} isOff={zoom === zooms.min} onClick={() => setZoom(zooms.min)}>
                      <Minimize {...icon} />
                    </Button>
                    <Button label={t('zoomFull')} isOff={zoom === full} onClick={() => setZoom(full)}>
                      <span className={classes.full}>1:1</span>
                    </Button>
                  </>
                )}
              </>
            )}
            {page && (
              <span className={classes.page}>
                {t('pageOf', { page: format.number(page.page), pages: format.number(page.pages) })}
              </span>
            )}
          </div>
          {files.length > 1 && (
            <Button label={t('next')} isOff={index === files.length - 1} onClick={() => step(1)}>
              <ChevronRight {...icon} size={24} />
            </Button>
          )}
        </footer>
      )}
    </dialog>
  )
}

type ButtonProps = { label: string; isOff?: boolean; onClick: () => void; children: ReactNode }

/** One that can do nothing at the moment keeps the focus. */
const Button = ({ label, isOff = false, onClick, children }: ButtonProps) => (
  <button
    type="button"
    className={classes.button}
    aria-label={label}
    title={label}
    aria-disabled={isOff || undefined}
    onClick={isOff ? undefined : onClick}
  >
    {children}
  </button>
)

function DownloadButton({ file: { download }, label }: { file: PreviewFile; label: string }) {
  if (!download) return null
  if ('act' in download)
    return (
      <Button label={label} onClick={download.act}>
        <Download {...icon} />
      </Button>
    )
  return (
    <a className={classes.button} {...download} href={download.href} download="" aria-label={label} title={label}>
      <Download {...icon} />
    </a>
  )
}
