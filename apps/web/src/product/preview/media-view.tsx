/** Sound and films, played by the browser itself. */
import { baseName } from '@sampan/contract/rules/file-path'
import { useOnce } from '../../lib/use-once.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { formOf } from './preview-file.ts'
import { refusalOf } from './read-range.ts'
import { useAddress } from './use-address.ts'
import type { ViewProps } from './view-props.ts'
import classes from './viewer.module.css'

export function MediaView({ file, kind, onShown, onFail }: ViewProps) {
  const address = useAddress(file, formOf(file, kind), onFail)
  const tellPlayed = useOnce(file.onPlayed)
  if (address === null) return null
  const props = {
    src: address,
    controls: true,
    preload: 'metadata',
    'aria-label': baseName(file.path),
    onLoadedMetadata: onShown,
    onError: () => void refusalOf(address).then((refusal) => onFail(refusal ?? { word: 'cannotPlay' })),
    onPlay: tellPlayed,
  } as const
  if (kind === 'video') return <video {...props} className={classes.video} playsInline poster={file.thumbnail} />
  return (
    <div className={classes.sound}>
      <FileIcon path={file.path} />
      <audio {...props} />
    </div>
  )
}
