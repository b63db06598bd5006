/** The card of a transfer that can be had: sender, message, files, and the one button. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { countFiles } from '@sampan/contract/rules/file-set'
import { type CSSProperties, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isReady, isRecording, receivedOf } from './arrival.ts'
import { ArrivalPanel } from './arrival-panel.tsx'
import { isBegun, useBegun } from './begun.ts'
import card from './card.module.css'
import { FileTree } from './file-tree.tsx'
import { LimitLine } from './limit-line.tsx'
import type { LinkAddress } from './link-address.ts'
import { isUnderWay } from './look-again.ts'
import classes from './open-transfer.module.css'
import { PrimaryDownload } from './primary-download.tsx'
import { chosenOf, type Selection } from './selection.ts'
import { SenderHead } from './sender-head.tsx'
import { buildTree } from './tree.ts'
import { usePress } from './use-press.ts'
import { usePreviews } from './use-previews.ts'
import { useSelectionDownload } from './use-selection-download.ts'

type Props = {
  view: TransferView
  address: LinkAddress
  /** After the form that opened it is gone, reading goes on at the headline. */
  takesFocus: boolean
  /** The server does not answer at the moment. */
  isCut: boolean
}
const nothing: Selection = new Set()

export function OpenTransfer({ view, address, takesFocus, isCut }: Props) {
  const { t } = useTranslation('download')
  const { downloadsLeft, notifiesSender } = view
  const received = useMemo(() => receivedOf(view.files, view.arrival), [view.files, view.arrival])
  const [wasArriving] = useState(received !== null)
  // While it runs there is no zip of everything, only of what is ready.
  const download = useSelectionDownload(address, received ? null : view.files.length)
  const isLimited = downloadsLeft !== null
  const begun = useBegun(view.slug)
  const press = usePress(view, begun)
  const begunCount = countFiles(view.files.filter(({ fileId }) => isBegun(begun, fileId)))
  const { late, isMissing, onMissing, shownId, opener, close } = usePreviews(isLimited)
  const recorded = useMemo(
    () => (isMissing ? [] : view.files.filter((file) => isRecording(received, file))),
    [isMissing, view.files, received],
  )
  const videoCount = recorded.filter(({ media }) => media === 'video').length
  const tree = useMemo(() => buildTree(view.files.filter((file) => !recorded.includes(file))), [view.files, recorded])
  const ready = useMemo(
    () => [...recorded, ...tree.entries.filter((file) => isReady(received, file))],
    [recorded, tree, received],
  )
  const [selection, setSelection] = useState(nothing)
  const chosen = useMemo(() => chosenOf(tree, selection), [tree, selection])
  const onSelect = (next: Selection) => {
    download.forget()
    setSelection(next)
  }
  return (
    <article className={card.card}>
      <SenderHead view={view} takesFocus={takesFocus} />
      {view.isOwn && (
        <p className={classes.own} role="note">
          {t('own')}
        </p>
      )}
      {view.message && (
        <p className={classes.message} dir="auto">
          <span className="visually-hidden">{`${t('message')}: `}</span>
          {view.message}
        </p>
      )}
      {recorded.length > 0 && (
        <div
          className={classes.recorded}
          style={{ '--voices': recorded.length - videoCount, '--videos': videoCount } as CSSProperties}
        >
          {late && <late.RecordingsPlace files={recorded} address={address} onMissing={onMissing} />}
        </div>
      )}
      {wasArriving && <ArrivalPanel view={view} isCut={isCut} />}
      {/* Before what it is about: below a long list it is read too late. */}
      <LimitLine view={view} begunCount={begunCount} isUnderWay={isUnderWay(view, begun, press.current)} />
      <FileTree {...{ tree, received, address, selection, onSelect, download }} onPreview={opener} mayTile={!isLimited} />
      <div className={classes.action}>
        <PrimaryDownload view={view} address={address} chosen={chosen} received={received} download={download} />
      </div>
      <p className={classes.note}>
        {!view.isOwn && <span>{t(notifiesSender ? 'notified' : 'seen')}</span>} <span>{t('promises')}</span>
      </p>
      {late && <late.Previews {...{ isLimited, address, shownId }} files={ready} onClose={close} />}
    </article>
  )
}
