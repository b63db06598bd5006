/** Where files come in: the drop area while there are none, then the list with its total. */
import { Plus } from 'lucide-react'
import { type Dispatch, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileInputs } from '../../../product/files/file-inputs.tsx'
import { LimitText } from '../../../product/plans/limit-text.tsx'
import { chunks } from '../card/chunks.ts'
import { Late } from '../card/late.tsx'
import { ProblemLine } from '../card/problem-line.tsx'
import type { Form, FormAction } from '../form/form.ts'
import { listedFiles } from '../form/interrupted-form.ts'
import { placeOf } from '../form/problem-place.ts'
import classes from './files-field.module.css'
import { Notices } from './notices.tsx'
import { type Choose, Totals } from './totals.tsx'

/** The list is not in the first page, but there before the first file is: fetched as soon as the page has come to rest. */
function useListInTime() {
  useEffect(() => {
    const timer = setTimeout(() => void chunks.fileList.load().catch(() => {}), 2000)
    return () => clearTimeout(timer)
  }, [])
}

type Props = { form: Form; dispatch: Dispatch<FormAction> }

export function FilesField({ form, dispatch }: Props) {
  const { t } = useTranslation('send')
  const { files, interrupted } = form
  const listed = useMemo(() => listedFiles({ files, interrupted }), [files, interrupted])
  useListInTime()
  const { inputs, choose } = useFileInputs((picked) => dispatch({ type: 'filesPicked', files: picked }))
  return (
    <>
      {inputs}
      {listed.length === 0 ? (
        <DropArea form={form} choose={choose} />
      ) : (
        <div className={classes.list}>
          <Late chunk={chunks.fileList}>{({ FileList }) => <FileList files={listed} dispatch={dispatch} />}</Late>
        </div>
      )}
      <Notices form={form} dispatch={dispatch} />
      {listed.length > 0 && <Totals form={form} dispatch={dispatch} choose={choose} />}
      <div id="recordings" className={classes.record}>
        <Late chunk={chunks.recordLine} failed={() => null}>
          {({ RecordLine }) => (
            <RecordLine
              files={files}
              voiceSeconds={form.plan.voiceSeconds}
              videoSeconds={form.plan.videoSeconds}
              onAdd={(file) => dispatch({ type: 'filesPicked', files: [file] })}
              onRemove={(path) => dispatch({ type: 'filesRemoved', path })}
              onBusy={(isRecording) => dispatch({ type: 'recording', isRecording })}
            />
          )}
        </Late>
      </div>
      <Early form={form} />
      {form.problem && placeOf(form.problem) === 'files' && (
        <p className={classes.problem} role="alert">
          <ProblemLine problem={form.problem} />
        </p>
      )}
      <span className="visually-hidden" aria-live="polite">
        {files.length > 0 ? t('fileCount', { count: files.length }) : ''}
      </span>
    </>
  )
}

/** Also once the list is empty again: what has arrived of it has to go. */
function Early({ form }: { form: Form }) {
  const had = useRef(false)
  had.current ||= form.files.length > 0
  return had.current ? (
    <Late chunk={chunks.early} failed={() => null}>
      {({ EarlyUpload }) => <EarlyUpload form={form} />}
    </Late>
  ) : null
}

function DropArea({ form, choose }: { form: Form; choose: Choose }) {
  const { t } = useTranslation('send')
  return (
    <div className={classes.drop}>
      <button type="button" name="addFiles" className={classes.plus} onClick={choose.files} aria-label={t('addFiles')}>
        <Plus size={26} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <p className={classes.title}>
        <span className={classes.byMouse}>{t('drop')}</span>
        <span className={classes.byTouch}>{t('tap')}</span>
      </p>
      <p className={classes.links}>
        {`${t('or')} `}
        <span className={classes.byMouse}>
          <button type="button" onClick={choose.files}>
            {t('chooseFiles')}
          </button>
          {' · '}
        </span>
        <button type="button" onClick={choose.folder}>
          {t('chooseFolder')}
        </button>
      </p>
      <p className={classes.limit}>
        <LimitText forRole={form.role} text={t('upTo', { size: '[uploadBytes]', files: '[files]' })} />
      </p>
    </div>
  )
}
