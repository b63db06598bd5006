/** The chosen files, thousands of them smoothly: only the rows in sight exist. */
import { type Dispatch, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import type { FormAction } from '../form/form.ts'
import { useLockedPath } from '../sending/early-locked.ts'
import { FileListRow } from './file-list-row.tsx'
import { fileRows, topFolder } from './file-rows.ts'

/** What was added last comes into sight, at the place where it was added. */
function useNewest(files: PickedFile[]): string | null {
  const [seen, setSeen] = useState<{ files: PickedFile[]; newest: string | null }>({ files, newest: null })
  if (seen.files === files) return seen.newest
  const had = new Set(seen.files.map(({ path }) => path))
  const added = files.find(({ path }) => !had.has(path))
  const newest = added ? (topFolder(added.path) ?? added.path) : seen.newest
  setSeen({ files, newest })
  return newest
}

type Props = { files: PickedFile[]; dispatch: Dispatch<FormAction> }

export function FileList({ files, dispatch }: Props) {
  const { t } = useTranslation('send')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const lockedPath = useLockedPath()
  const rows = useMemo(() => fileRows(files, open), [files, open])
  const frame = useRef<HTMLDivElement>(null)

  const toggle = (path: string) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(path)) next.add(path)
      return next
    })
  function remove(path: string) {
    dispatch({ type: 'filesRemoved', path })
    // The button that had the focus is gone: the list keeps it, so that the keyboard stays where it was.
    frame.current?.focus()
  }

  return (
    <div ref={frame} id="chosen-files" tabIndex={-1}>
      <VirtualList
        label={t('files')}
        rows={rows}
        rowHeight={58}
        maxRows={4}
        shown={useNewest(files)}
        keyOf={(row) => row.path}
        render={(row) => <FileListRow row={row} lockedPath={lockedPath} onToggle={toggle} onRemove={remove} />}
      />
    </div>
  )
}
