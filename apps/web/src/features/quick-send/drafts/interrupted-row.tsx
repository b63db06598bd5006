/** One file of it: there already, to be picked again, picked, or another file now. */
import { isFolderPath } from '@sampan/contract/rules/file-path'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { Differs, WantedFile } from '../../../product/files/picked-again.ts'
import classes from './interrupted-panel.module.css'

type Props = {
  file: WantedFile
  /** Why nothing has to be done about it; null where it is missing. */
  tick: 'arrived' | 'picked' | null
  /** It was not among what was picked. */
  isMissing: boolean
  /** What was picked under this name is not the same. */
  differs: Differs | null
  /** The same file under another date. */
  onSame: () => void
  /** null where nothing can be left out any more. */
  onLeave: (() => void) | null
}

export function InterruptedRow({ file: { path, size }, tick, isMissing, differs, onSame, onLeave }: Props) {
  const { t } = useTranslation('send')
  const format = useFormat()
  const Icon = tick ? CircleCheck : CircleDashed
  const detail = differs ? t(differs === 'size' ? 'differsSize' : 'differsDate') : format.bytes(size)
  return (
    <div className={classes.row} data-ticked={tick !== null || undefined} data-differs={differs !== null || undefined}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes.text}>
        <span className={classes.name} title={path}>
          {isFolderPath(path) ? path.slice(0, -1) : path}
        </span>
        <span className={classes.detail}>
          {detail}
          {isMissing && !differs && ` · ${t('stillMissing')}`}
          {tick && <span className={tick === 'picked' ? 'visually-hidden' : undefined}>{` · ${t(tick)}`}</span>}
        </span>
      </span>
      {differs === 'date' && (
        <button type="button" className={classes.leave} onClick={onSame} aria-label={`${t('sameFile')}: ${path}`}>
          {t('sameFile')}
        </button>
      )}
      {tick === null && onLeave && (
        <button
          type="button"
          className={classes.leave}
          onClick={onLeave}
          aria-label={`${t(differs ? 'takeInstead' : 'leaveOut')}: ${path}`}
        >
          {t(differs ? 'takeInstead' : 'leaveOut')}
        </button>
      )}
    </div>
  )
}
