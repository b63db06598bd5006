/** A place for each document and for other files: what was sent before, what is chosen now, and choosing more. */
import type { Upload } from '@sampan/client/upload/upload'
import { plans } from '@sampan/contract/plans'
import type { PageSlot, RequestView } from '@sampan/contract/routes/request-page'
import { mediaKinds } from '@sampan/contract/states'
import { FileText } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { shownName } from '../../lib/safe-text.ts'
import type { PickedFile } from '../../product/files/picked-file.ts'
import { RecordLine } from '../../product/recording/record-line.tsx'
import { isTaken } from '../../product/recording/recording-kinds.ts'
import { Before } from './before.tsx'
import { DropPlace } from './drop-place.tsx'
import { AwaitedLines, FileLines } from './file-lines.tsx'
import { filesIn, type Picking, type PickingAction } from './picking.ts'
import { exampleUrl, type RequestAddress } from './queries.ts'
import { useTypes } from './request-head.tsx'
import classes from './request-page.module.css'
import slotClasses from './slots.module.css'
import { useSnapshot } from './use-request-upload.ts'

type Props = {
  view: RequestView
  address: RequestAddress
  picking: Picking
  dispatch: Dispatch<PickingAction>
  upload: Upload | null
  retry: () => void
  onBusy: (isRecording: boolean) => void
  /** It goes on with the same files: none is added, none taken out. */
  takesOnlyAwaited: boolean
}

export function Slots({ view, address, picking, dispatch, upload, retry, onBusy, takesOnlyAwaited }: Props) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const { documents, takesOtherFiles, otherFiles, filesOfOthers, filesOfOthersCount } = view
  const more = filesOfOthersCount - filesOfOthers.length
  const kinds = mediaKinds.filter((kind) => isTaken(kind, view.accept))
  const shared = { view, address, picking, dispatch, upload, takesOnlyAwaited }
  const isOther = ({ place }: { place: string | null }) => place === null
  const isUnderWay = takesOnlyAwaited && [...picking.placed, ...picking.awaited].some(isOther)
  const hasOthers = takesOnlyAwaited ? isUnderWay : takesOtherFiles
  const takesNone = !takesOtherFiles && !hasOthers
  const isRecorded = (file: PickedFile) => file.media !== undefined
  const recorder = kinds.length > 0 && !takesOnlyAwaited && (
    <RecordLine
      kinds={kinds}
      // What was recorded before the page was left is on the server alone: nothing here can play it.
      files={filesIn(picking, null).filter(({ size, blob }) => blob.size === size)}
      voiceSeconds={plans.anon.voiceSeconds}
      videoSeconds={plans.anon.videoSeconds}
      onAdd={(file) => dispatch({ type: 'picked', place: null, files: [file], view })}
      onRemove={(path) => dispatch({ type: 'removed', path })}
      onBusy={onBusy}
    />
  )
  return (
    <>
      {documents.length > 0 && (
        <section aria-labelledby="needed">
          <h2 id="needed">{t('needed')}</h2>
          <ul className={slotClasses.slots}>
            {documents.map((slot) => (
              <li key={slot._id}>
                <Slot slot={slot} {...shared} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {hasOthers && (
        <section aria-labelledby="others">
          <h2 id="others">{t(documents.length > 0 ? 'othersBeside' : 'others')}</h2>
          <Chosen place={null} name="" {...shared} />
          {recorder}
          <Before files={otherFiles} address={address} />
        </section>
      )}
      {takesNone && (
        <section aria-label={t('recorded')}>
          <FileLines
            files={filesIn(picking, null).filter(isRecorded)}
            upload={upload}
            {...(!takesOnlyAwaited && { onRemove: (path: string) => dispatch({ type: 'removed', path }) })}
          />
          <AwaitedLines
            files={picking.awaited.filter(({ place }) => place === null)}
            onRemove={(path) => dispatch({ type: 'removed', path })}
          />
          {recorder}
          <Before files={otherFiles} address={address} />
        </section>
      )}
      <Refused upload={upload} retry={retry} />
      {filesOfOthers.length > 0 && (
        <section aria-labelledby="of-others">
          <h2 id="of-others">{t('ofOthers')}</h2>
          <Listed files={filesOfOthers} />
          {more > 0 && <p className={classes.note}>{t('andMore', { count: more, number: format.number(more) })}</p>}
        </section>
      )}
    </>
  )
}

type SlotProps = Omit<Props, 'retry' | 'onBusy'>

function Slot({ slot, ...shared }: SlotProps & { slot: PageSlot }) {
  const { t } = useTranslation('request')
  const types = useTypes()
  const { _id, name, note, accept, isRequired, isOpen, state, reason, example, files } = slot
  // It was sent, and goes on although the document takes nothing else any more.
  const isUnderWay =
    shared.takesOnlyAwaited && [...shared.picking.placed, ...shared.picking.awaited].some(({ place }) => place === _id)
  const hasChosen = filesIn(shared.picking, _id).length > 0
  const stateLabel = state === 'waiting' && !isRequired ? t('optional') : t(`slot_${state}`)
  const label = hasChosen && (state === 'waiting' || state === 'rejected') ? t('slotChosen') : stateLabel
  return (
    <div className={slotClasses.slot} data-state={state}>
      <p className={slotClasses.slotName}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className={slotClasses.badge}>{label}</span>
      </p>
      {note && <p className={classes.note}>{note}</p>}
      {example && <Example example={example} name={name} href={exampleUrl(shared.address, _id)} />}
      {accept.length > 0 && <p className={classes.note}>{t('takenTypes', { types: types(accept) })}</p>}
      {state === 'rejected' && <p className={slotClasses.sentBack}>{reason ? t('sentBackWhy', { reason }) : t('sentBack')}</p>}
      {state === 'uploading' && shared.picking.awaited.every(({ place }) => place !== _id) && (
        // What others of the same sending still lack, this one has.
        <p className={shared.picking.awaited.length > 0 ? classes.note : slotClasses.sentBack}>
          {t(shared.picking.awaited.length > 0 ? 'wholeWaits' : 'notWhole')}
        </p>
      )}
      {((isOpen && state !== 'accepted') || isUnderWay) && (
        <Chosen place={_id} isReplacing={state === 'received'} {...{ name, accept }} {...shared} />
      )}
      <Before files={files} address={shared.address} />
    </div>
  )
}

type ExampleProps = { example: NonNullable<PageSlot['example']>; name: string; href: string }

/** A scanner may keep it back: then it is named, and leads nowhere. */
export function Example({ example, name, href }: ExampleProps) {
  const { t } = useTranslation('request')
  const format = useFormat()
  const text = t('example', { name: shownName(example.name), size: format.bytes(example.size) })
  return (
    <p className={slotClasses.example}>
      <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
      {example.isBlocked ? (
        <span>{t('exampleBlocked')}</span>
      ) : (
        <a href={href} download aria-label={t('exampleFor', { name, text })}>
          <bdi>{text}</bdi>
        </a>
      )}
    </p>
  )
}

type ChosenProps = SlotProps & { place: string | null; name: string; accept?: readonly string[]; isReplacing?: boolean }

function Chosen({ place, name, accept, isReplacing = false, view, picking, dispatch, upload, takesOnlyAwaited }: ChosenProps) {
  const awaited = picking.awaited.filter((each) => each.place === place)
  const remove = (path: string) => dispatch({ type: 'removed', path })
  return (
    <>
      <FileLines files={filesIn(picking, place)} upload={upload} {...(!takesOnlyAwaited && { onRemove: remove })} />
      <AwaitedLines files={awaited} onRemove={takesOnlyAwaited ? null : remove} />
      {(!takesOnlyAwaited || awaited.length > 0) && (
        <DropPlace
          name={name}
          isReplacing={isReplacing}
          accept={accept ?? view.accept}
          onFiles={(files) => dispatch({ type: 'picked', place, files, view, takesOnlyAwaited })}
        />
      )}
      <RefusedHere picking={picking} place={place} />
    </>
  )
}

/** What was left out of the last choice for this place. */
function RefusedHere({ picking, place }: { picking: Picking; place: string | null }) {
  const { t } = useTranslation('request')
  const problemText = useProblemText()
  const refused = picking.refused.filter((each) => each.place === place)
  return (
    <div className={classes.refused} role="alert">
      {refused.slice(0, 5).map(({ name, problem }, at) => (
        <p key={String(at)}>{problem ? problemText(problem) : t('notAwaited', { name: shownName(name) })}</p>
      ))}
    </div>
  )
}

function Listed({ files }: { files: RequestView['filesOfOthers'] }) {
  const format = useFormat()
  return (
    <ul className={slotClasses.before}>
      {files.map(({ path, size }, at) => (
        <li key={`${path} ${at}`}>
          <bdi>{path}</bdi>
          <span>{format.bytes(size)}</span>
        </li>
      ))}
    </ul>
  )
}

/** What the server says to the choice as a whole. */
function Refused({ upload, retry }: Pick<Props, 'upload' | 'retry'>) {
  const { t } = useTranslation('request')
  const problemText = useProblemText()
  const snapshot = useSnapshot(upload)
  const problem = snapshot?.error ?? snapshot?.held ?? null
  return (
    <div className={classes.refused} role="alert">
      {problem && (
        <p>
          {problemText(problem)}{' '}
          <button type="button" className={classes.lineButton} onClick={retry}>
            {t('retry')}
          </button>
        </p>
      )}
    </div>
  )
}
