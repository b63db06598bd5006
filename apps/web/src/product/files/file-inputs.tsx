/** Choosing files or a folder with what the browser has for it; buttons that look like the page open it. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { type PickedFile, pickedFiles } from './picked-file.ts'

/** Not among React's attributes. */
const folderOnly = { webkitdirectory: '' }

/** The hidden inputs, to be put into the page, and what opens each. Nothing is told where the choice was given up. `names`: where a page has two places for files. */
export function useFileInputs(onFiles: (files: PickedFile[]) => void, names = { files: 'files', folder: 'folder' }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  function take(input: HTMLInputElement) {
    if (!input.files?.length) return
    onFiles(pickedFiles(input.files))
    // Emptied, so that the same file can be chosen again after it was removed.
    input.value = ''
  }
  const takeEarly = useEffectEvent(() => {
    for (const input of [files.current, folder.current]) if (input) take(input)
  })
  // What was chosen before the page was hydrated.
  useEffect(() => takeEarly(), [])
  const inputs = (
    <>
      <input ref={files} type="file" name={names.files} multiple hidden onChange={(event) => take(event.currentTarget)} />
      <input
        ref={folder}
        type="file"
        name={names.folder}
        {...folderOnly}
        hidden
        onChange={(event) => take(event.currentTarget)}
      />
    </>
  )
  return { inputs, choose: { files: () => files.current?.click(), folder: () => folder.current?.click() } }
}
