/** Where files come in: the drop area while there are none, then the list with its total. */
import { Plus } from 'lucide-react'
import { type Dispatch, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { chunks } from './chunks.ts'
import classes from './files-field.module.css'
import type { Form, FormAction } from './form.ts'
import { Late } from './late.tsx'
import { pickedFiles } from './picked-file.ts'
import { ProblemLine } from './problem-line.tsx'
import { placeOf } from './problem-place.ts'
import { Totals } from './totals.tsx'

/** The list is not in the first page, but there before the first file is: fetched as soon as the page has come to rest. */
function useListInTime() {
  useEffect(() => {
    const timer = setTimeout(() => void chunks.fileList.load().catch(() => {}), 2000)
    return () => clearTimeout(timer)
  }, [])
}

/** Not among React's attributes. */
const folderOnly = { webkitdirectory: '' }

type Props = { form: Form; dispatch: Dispatch<FormAction> }

export function FilesField({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  useListInTime()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = { files: () => files.current?.click(), folder: () => folder.current?.click() }

  function take(input: HTMLInputElement) {
    dispatch({ type: 'filesPicked', files: pickedFiles(input.files ?? []) })
    // Emptied, so that the same file can be chosen again after it was removed.
    input.value = ''
  }

  return (
    <>
      <input ref={files} type="file" name="files" multiple hidden onChange={(event) => take(event.currentTarget)} />
      <input ref={folder} type="file" name="folder" {...folderOnly} hidden onChange={(event) => take(event.currentTarget)} />
      {form.files.length === 0 ? (
        <DropArea form={form} choose={choose} />
      ) : (
        <div className={classes.list}>
          <Late chunk={chunks.fileList}>{({ FileList }) => <FileList files={form.files} dispatch={dispatch} />}</Late>
        </div>
      )}
      {form.files.length > 0 && <Totals form={form} dispatch={dispatch} choose={choose} />}
      {form.problem && placeOf(form.problem) === 'files' && (
        <p className={classes.problem} role="alert">
          <ProblemLine problem={form.problem} />
        </p>
      )}
      <span className="visually-hidden" aria-live="polite">
        {form.files.length > 0 ? t('fileCount', { count: form.files.length }) : ''}
      </span>
    </>
  )
}

export type Choose = { files: () => void; folder: () => void }

function DropArea({ form, choose }: { form: Form; choose: Choose }) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const { uploadBytes, files } = form.plan
  return (
    <div className={classes.drop}>
      <button type="button" className={classes.plus} onClick={choose.files} aria-label={t('addFiles')}>
        <Plus size={26} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <p className={classes.title}>{t('drop')}</p>
      <p className={classes.links}>
        {`${t('or')} `}
        <button type="button" onClick={choose.files}>
          {t('chooseFiles')}
        </button>
        {' · '}
        <button type="button" onClick={choose.folder}>
          {t('chooseFolder')}
        </button>
      </p>
      <p className={classes.limit}>{t('upTo', { size: format.bytes(uploadBytes), files: format.number(files) })}</p>
    </div>
  )
}
