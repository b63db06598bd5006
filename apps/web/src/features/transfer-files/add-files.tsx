/** New files by the picker or by a drop on the panel; they begin to flow at once. */
import { Button } from '@mantine/core'
import { dropDuplicates } from '@sampan/contract/rules/file-set'
import { Plus } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type PickedFile, pickedFiles, readTransfer } from '../../product/files/picked-file.ts'
import { beginChange, useRunningChange } from './running-change.ts'
import classes from './transfer-files.module.css'
import type { Said } from './use-said.ts'

type Props = { slug: string; accountId: string | null; said: Said }

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => [...dataTransfer.types].includes('Files')

export function AddFiles({ slug, accountId, said }: Props) {
  const { t } = useTranslation('files')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isBusy = useRunningChange(slug) !== null
  function add(more: PickedFile[]) {
    const { files } = dropDuplicates([], more)
    if (files.length > 0 && accountId && !isBusy) beginChange({ slug, accountId, files, replaced: null }, said.arrived)
  }
  async function drop(event: DragEvent) {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    const { files, unreadable } = await readTransfer(event.dataTransfer)
    if (unreadable.length > 0)
      said.report(t('unreadable', { count: unreadable.length, number: format.number(unreadable.length) }))
    add(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same
    <div
      className={classes.add}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!holdsFiles(event) || isBusy) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <Button
        h={44}
        variant="default"
        disabled={isBusy}
        leftSection={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t('addFiles')}
      </Button>
      <p>{isOver ? t('dropHere') : t('hint')}</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add(pickedFiles(currentTarget.files ?? []))
          // The same files may be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
