/** A file as a small tile: a picture of it, its ending, or a sheet. */
import { extensionOf } from '@sampan/contract/rules/file-path'
import { Folder, File as Sheet } from 'lucide-react'
import { useState } from 'react'
import classes from './file-icon.module.css'

export const FolderIcon = () => (
  <span className={classes.tile} aria-hidden="true">
    <Folder size={20} strokeWidth={1.75} />
  </span>
)

type Props = {
  path: string
  /** A small picture of it, good for some minutes: afterwards the tile stands there again. */
  thumbnail?: string | undefined
  /** As wide as its place. */
  isLarge?: true
}

export function FileIcon({ path, thumbnail, isLarge }: Props) {
  const [lost, setLost] = useState('')
  const ending = extensionOf(path)
  if (thumbnail && thumbnail !== lost)
    return (
      <img
        className={classes.picture}
        data-large={isLarge}
        src={thumbnail}
        alt=""
        loading="lazy"
        onError={() => setLost(thumbnail)}
      />
    )
  return (
    <span className={classes.tile} data-large={isLarge} aria-hidden="true">
      {ending && ending.length <= 4 ? ending.toUpperCase() : <Sheet size={20} strokeWidth={1.75} />}
    </span>
  )
}
