/** The files that the link gives now, thousands of them smoothly, each with what can be done about it. */
import { filePath } from '@sampan/contract/paths'
import type { DetailFile } from '@sampan/contract/routes/transfer-detail'
import { baseName } from '@sampan/contract/rules/file-path'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { picked } from '../../product/files/picked-file.ts'
import { Previewer } from '../../product/preview/previewer.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { type FileAct, FileRow } from './file-row.tsx'
import { pathBeside } from './path-beside.ts'
import { beginChange, useRunningChange } from './running-change.ts'
import classes from './transfer-files.module.css'
import { usePreviews } from './use-previews.ts'
import type { Said } from './use-said.ts'

type Props = {
  slug: string
  files: readonly DetailFile[]
  accountId: string | null
  isLocked: boolean
  /** Its reader may; else they look. */
  mayChange: boolean
  /** The link gives them now. */
  isOpen: boolean
  said: Said
}

const rowHeight = 66
const maxRows = 8

/** The picker of the one file that shall take another's place. */
function useReplace({ slug, accountId, said }: Pick<Props, 'slug' | 'accountId' | 'said'>) {
  const input = useRef<HTMLInputElement>(null)
  const [old, setOld] = useState<DetailFile | null>(null)
  const ask = (file: DetailFile) => {
    setOld(file)
    input.current?.click()
  }
  const chosen = (file: File | undefined) => {
    if (!file || !old || !accountId) return
    const files = [picked(pathBeside(old.path, file.name), file)]
    beginChange({ slug, accountId, files, replaced: { fileId: old.fileId, path: old.path } }, said.arrived)
  }
  return { input, ask, chosen }
}

export function FileRows({ slug, files, accountId, isLocked, mayChange, isOpen, said }: Props) {
  const { t } = useTranslation('files')
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim().toLowerCase())
  const found = useMemo(
    () => (searched ? files.filter(({ path }) => path.toLowerCase().includes(searched)) : files),
    [files, searched],
  )
  const isBusy = useRunningChange(slug) !== null
  const replace = useReplace({ slug, accountId, said })
  const frame = useRef<HTMLDivElement>(null)
  async function remove({ fileId, path }: DetailFile) {
    // Its button goes with it: the keyboard stays in the list.
    frame.current?.focus()
    try {
      const { version } = await said.acts.remove.mutateAsync(fileId)
      said.made(t('removed', { name: baseName(path) }), version)
    } catch (error) {
      said.refuse(error)
    }
  }
  async function copy(sum: string) {
    said.report((await copyText(sum)) ? t('checksumCopied') : t('copyFailed', { sum }))
  }
  const act = (name: FileAct, file: DetailFile) => {
    if (name === 'replace') replace.ask(file)
    else if (name === 'remove') void remove(file)
    else if (file.sha256) void copy(file.sha256)
  }
  const canChange = mayChange && !isLocked && !isBusy
  const previews = usePreviews(slug, found, isLocked)
  return (
    <div ref={frame} tabIndex={-1} className={classes.list}>
      {files.length > maxRows && (
        <input
          type="search"
          className={classes.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.length === 0 ? (
        <p className={classes.nothing}>{t('nothingFound', { search: search.trim() })}</p>
      ) : (
        <VirtualList
          label={t('files')}
          rows={found}
          rowHeight={rowHeight}
          maxRows={maxRows}
          keyOf={({ fileId }) => fileId}
          render={(file) => (
            <FileRow
              file={file}
              bytesUrl={isOpen ? filePath(slug, file.fileId) : null}
              mayReplace={canChange}
              mayRemove={canChange && files.length > 1}
              onAct={act}
              onPreview={previews.opener(file)}
            />
          )}
        />
      )}
      <Previewer files={previews.files} fileId={previews.shownId} onClose={previews.close} />
      <input
        ref={replace.input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          replace.chosen(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
