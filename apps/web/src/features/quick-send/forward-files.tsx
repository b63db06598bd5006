/** The files of a transfer, of which some or all are forwarded. */
import type { RouteReply } from '@sampan/contract/routes/route'
import type { readOwnFiles } from '@sampan/contract/routes/transfers'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import classes from './forward.module.css'

export type OwnFile = RouteReply<typeof readOwnFiles>['files'][number]
type Props = { files: readonly OwnFile[]; left: ReadonlySet<string>; onChoose: (left: ReadonlySet<string>) => void }

/** `left`: the ids of those that stay behind. */
export function ForwardFiles({ files, left, onChoose }: Props) {
  const { t } = useTranslation('dash')
  const format = useFormat()
  const chosen = files.filter(({ fileId }) => !left.has(fileId))
  const isAll = chosen.length === files.length
  const toggle = (fileId: string) => {
    const next = new Set(left)
    if (!next.delete(fileId)) next.add(fileId)
    onChoose(next)
  }
  return (
    <fieldset className={classes.files}>
      <legend className="visually-hidden">{t('forwardFiles')}</legend>
      <label className={classes.all}>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && chosen.length > 0
          }}
          onChange={() => onChoose(isAll ? new Set(files.map(({ fileId }) => fileId)) : new Set())}
        />
        <span>{t('forwardAll')}</span>
        <span className={classes.soft} aria-live="polite">
          {t('forwardChosen', {
            chosen: format.number(chosen.length),
            all: format.number(files.length),
            size: format.bytes(totalBytes(chosen)),
          })}
        </span>
      </label>
      <VirtualList
        label={t('forwardFiles')}
        rows={files}
        rowHeight={48}
        maxRows={5}
        keyOf={({ fileId }) => fileId}
        render={({ fileId, path, size }) => (
          <label className={classes.file}>
            <input type="checkbox" checked={!left.has(fileId)} onChange={() => toggle(fileId)} />
            <FileIcon path={path} />
            <bdi title={path}>{path}</bdi>
            <span className={classes.soft}>{path.endsWith('/') ? '' : format.bytes(size)}</span>
          </label>
        )}
      />
    </fieldset>
  )
}
