/** 'Interrupted upload found': what it was, which files to pick again, and the two ways on (Q23). */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useFileInputs } from '../../../product/files/file-inputs.tsx'
import { matchPicked, type WantedFile } from '../../../product/files/picked-again.ts'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { forgetUsage } from '../../../product/session/usage-key.ts'
import { bringIntoSight } from '../../../ui/bring-into-sight.ts'
import { Facts } from '../../../ui/facts.tsx'
import { useTwoPresses } from '../../../ui/use-two-presses.ts'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { ProblemLine } from '../card/problem-line.tsx'
import { usePeople } from '../card/use-people.ts'
import type { Form, FormAction } from '../form/form.ts'
import type { Interrupted } from '../form/form-state.ts'
import { panelOf } from '../form/interrupted-form.ts'
import { keepUpload } from '../form/kept-draft.ts'
import classes from './interrupted-panel.module.css'
import { InterruptedRow } from './interrupted-row.tsx'
import { discardInterrupted } from './interrupted-server.ts'

type Props = { form: Form; interrupted: Interrupted; dispatch: Dispatch<FormAction> }

/** Whose transfer, how much is there, and until when. */
function About({ form, interrupted: { upload, files, storedBytes, untilMs } }: Omit<Props, 'dispatch'>) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const people = usePeople(form.chips.list)
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className={classes.about}>
      {upload?.isPublished && (
        <p>{form.sendAs === 'link' || !people ? t('interruptedSent') : t('interruptedSentTo', { people })}</p>
      )}
      {upload?.isPublished && form.message && <p className={classes.message}>{form.message}</p>}
      {upload && (
        <Facts>
          {t('interruptedThere', { stored: format.bytes(storedBytes), total: format.bytes(totalBytes) })}
          {untilMs !== null && t('interruptedUntil', { date: format.dateTime(new Date(untilMs)) })}
        </Facts>
      )}
    </div>
  )
}

/** Fingers drop nothing. */
const isByTouch = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches

/** What is still to be done, heard as well as seen. */
function useWhatIsLeft(missing: number, wanted: number): string {
  const { t } = useTranslation('send')
  if (missing === 0) return wanted > 0 ? t('interruptedAllPicked') : t('interruptedNothing')
  if (missing < wanted) return t('interruptedLeft', { count: missing })
  return t(isByTouch() ? 'interruptedTap' : 'interruptedPick', { count: wanted })
}

function useDiscard({ form, interrupted, dispatch }: Props) {
  const queries = useQueryClient()
  const [state, setState] = useState<{ isAsking: boolean; problem: Error | null }>({ isAsking: false, problem: null })
  async function discard(): Promise<void> {
    setState({ isAsking: true, problem: null })
    try {
      await discardInterrupted(interrupted, form.account?._id ?? null)
      keepUpload(null)
      forgetUsage(queries)
      dispatch({ type: interrupted.upload?.isPublished ? 'restarted' : 'interruptedDiscarded' })
      document.getElementById('send-card')?.focus({ preventScroll: true })
    } catch (error) {
      setState({ isAsking: false, problem: error as Error })
    }
  }
  return { ...state, discard }
}

const again = { files: 'filesAgain', folder: 'folderAgain' }

/** Here and not only in the card below: what is asked for is chosen where it is asked for. */
function ChooseAgain({ wanted, missing, dispatch }: Pick<Props, 'dispatch'> & { wanted: WantedFile[]; missing: WantedFile[] }) {
  const { t } = useTranslation('send')
  const [strangers, setStrangers] = useState<string[]>([])
  // Nobody adds files here: what was not asked for was picked by mistake, and is said.
  function take(files: PickedFile[]) {
    const { extra } = matchPicked(wanted, files)
    setStrangers(extra.map(({ path }) => path))
    const asked = files.filter((file) => !extra.includes(file))
    if (asked.length > 0) dispatch({ type: 'filesPicked', files: asked })
  }
  const { inputs, choose } = useFileInputs(take, again)
  const hasFolder = missing.some(({ path }) => path.includes('/'))
  const hasFile = missing.some(({ path }) => !path.includes('/'))
  return (
    <div className={classes.buttons}>
      {inputs}
      {hasFolder && (
        <Button h={44} onClick={choose.folder}>
          {t('folderAgain')}
        </Button>
      )}
      <Button h={44} variant={hasFile || !hasFolder ? 'filled' : 'default'} onClick={choose.files}>
        {t('filesAgain', { count: missing.length })}
      </Button>
      <p className={classes.strangers} role="status">
        {strangers.length > 0 &&
          t(strangers.length === 1 ? 'notMissing' : 'notMissingMany', { name: strangers[0], count: strangers.length - 1 })}
      </p>
    </div>
  )
}

export function InterruptedPanel(props: Props) {
  const { form, interrupted, dispatch } = props
  const { t } = useTranslation('send')
  const { wanted, match, missing, rows } = useMemo(() => panelOf(form, interrupted), [form, interrupted])
  const { isAsking, problem, discard } = useDiscard(props)
  const { isAsked, presses } = useTwoPresses(() => void discard())
  const toPick = wanted.filter(({ isWhole }) => !isWhole).length
  const left = useWhatIsLeft(missing.length, toPick)
  const hasPicked = missing.length < toPick
  const { upload } = interrupted
  const panel = useRef<HTMLElement>(null)
  // A page that was loaded again stands where it stood; whoever works in it by now is left there.
  useEffect(() => {
    if (panel.current && document.activeElement === document.body) bringIntoSight(panel.current)
  }, [])
  return (
    <section ref={panel} className={classes.panel} aria-labelledby="interrupted">
      <h3 id="interrupted" tabIndex={-1}>
        {t(upload ? 'interruptedTitle' : 'interruptedFiles')}
      </h3>
      <About form={form} interrupted={interrupted} />
      <p className={classes.left} aria-live="polite">
        {left}
      </p>
      {rows.length > 0 && (
        <div className={classes.list}>
          <VirtualList
            label={t('interruptedList')}
            rows={rows}
            rowHeight={54}
            maxRows={4}
            keyOf={(row) => row.path}
            render={(row) => (
              <InterruptedRow
                file={row}
                tick={match.ticked.has(row.path) ? 'picked' : row.isWhole && !match.changed.has(row.path) ? 'arrived' : null}
                isMissing={hasPicked && missing.includes(row)}
                differs={match.changed.get(row.path)?.differs ?? null}
                onSame={() => dispatch({ type: 'sameAfterAll', path: row.path })}
                onLeave={upload?.isPublished ? null : () => dispatch({ type: 'interruptedLeft', path: row.path })}
              />
            )}
          />
        </div>
      )}
      {missing.length > 0 && <ChooseAgain wanted={wanted} missing={missing} dispatch={dispatch} />}
      {upload && missing.length > 0 && (
        <p id="resumeWaits" className={classes.waits}>
          {t('resumeWaits', { count: missing.length })}
        </p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          <ProblemLine problem={problem} />
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" h={44} loading={isAsking} {...presses}>
          {t(isAsked ? 'discardSure' : 'interruptedDiscard')}
        </Button>
        {!upload?.isPublished && missing.length > 1 && (
          <Button variant="default" h={44} disabled={isAsking} onClick={() => dispatch({ type: 'missingLeft' })}>
            {t('leaveOutAll')}
          </Button>
        )}
        {upload && (
          <Button
            h={44}
            disabled={missing.length > 0 || isAsking}
            aria-describedby={missing.length > 0 ? 'resumeWaits' : undefined}
            onClick={() => dispatch({ type: 'resumed' })}
          >
            {t('resume')}
          </Button>
        )}
      </div>
    </section>
  )
}
