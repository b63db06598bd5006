/** Where files are dropped or chosen, and on phones photographed, for one document or for none. */
import { inputAccept, isAcceptedName } from '@sampan/contract/rules/accepted-types'
import { Camera, Plus } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lateChunk } from '../../lib/load-chunk.ts'
import { type PickedFile, pickedFiles, readTransfer } from '../../product/files/picked-file.ts'
import classes from './request-page.module.css'
import slotClasses from './slots.module.css'

const photographChunk = lateChunk(() => import('./photograph.tsx'))

/** `isReplacing`: what was received goes out of sight. */
type Props = { name: string; isReplacing?: boolean; accept: readonly string[]; onFiles: (files: PickedFile[]) => void }

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

export function DropPlace({ name, isReplacing = false, accept, onFiles }: Props) {
  const { t } = useTranslation('request')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [camera, setCamera] = useState<'closed' | 'loading' | 'open' | 'failed'>('closed')
  async function photograph() {
    setCamera('loading')
    // What was chosen for other documents stays, whatever becomes of this.
    setCamera(
      await photographChunk.load().then(
        () => 'open' as const,
        () => 'failed' as const,
      ),
    )
  }
  async function drop(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    const { files } = await readTransfer(event.dataTransfer)
    onFiles(files)
  }
  const loaded = photographChunk.peek()
  if (camera === 'open' && loaded)
    return (
      <loaded.Photograph
        name={name}
        onDone={(file) => {
          setCamera('closed')
          if (file) onFiles([file])
        }}
      />
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of fields would be framed by the browser
    <div
      role="group"
      aria-label={name || t('others')}
      className={slotClasses.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={inputAccept(accept) || undefined}
        data-place={name}
        onChange={({ currentTarget }) => {
          onFiles(pickedFiles(currentTarget.files ?? []))
          // Emptied, so that the same file can be chosen again after it was removed.
          currentTarget.value = ''
        }}
      />
      <button type="button" className={slotClasses.choose} onClick={() => input.current?.click()}>
        <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
        <span aria-hidden={name ? true : undefined}>{t(isReplacing ? 'replace' : 'choose')}</span>
        {name && <span className="visually-hidden">{t(isReplacing ? 'replaceFor' : 'chooseFor', { name })}</span>}
      </button>
      <span className={slotClasses.byMouse} aria-hidden="true">
        {t('drop')}
      </span>
      {(isAcceptedName('page.pdf', accept) || isAcceptedName('page.jpg', accept)) && (
        <button
          type="button"
          className={`${slotClasses.choose} ${slotClasses.byTouch}`}
          aria-busy={camera === 'loading'}
          onClick={() => void photograph()}
        >
          <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
          <span aria-hidden={name ? true : undefined}>{t('photograph')}</span>
          {name && <span className="visually-hidden">{t('photographFor', { name })}</span>}
        </button>
      )}
      {camera === 'failed' && (
        <p className={classes.note} role="alert">
          {t('photoLate')}
        </p>
      )}
    </div>
  )
}
