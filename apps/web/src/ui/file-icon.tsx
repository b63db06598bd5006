/** A file's kind as a small tile: its ending, or a sheet. */
import { extensionOf } from '@sampan/contract/rules/file-path'
import { Folder, File as Sheet } from 'lucide-react'
import classes from './file-icon.module.css'

export const FolderIcon = () => (
  <span className={classes.tile} aria-hidden="true">
    <Folder size={20} strokeWidth={1.75} />
  </span>
)

export function FileIcon({ path }: { path: string }) {
  const ending = extensionOf(path)
  return (
    <span className={classes.tile} aria-hidden="true">
      {ending && ending.length <= 4 ? ending.toUpperCase() : <Sheet size={20} strokeWidth={1.75} />}
    </span>
  )
}
