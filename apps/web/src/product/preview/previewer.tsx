/** What lists open: the viewer comes when somebody looks at a file for the first time. */
import { useEffect, useState } from 'react'
import { loadTexts } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import type { PreviewFile } from './preview-file.ts'
import classes from './previewer.module.css'

const chunk = lateChunk(async () => {
  const [{ Viewer }] = await Promise.all([import('./viewer.tsx'), loadTexts('preview')])
  return Viewer
})

type Props = { files: readonly PreviewFile[]; fileId: string | null; onClose: () => void }

/** `fileId` null: nothing is looked at. */
export function Previewer({ files, fileId, onClose }: Props) {
  const [loaded, setLoaded] = useState(() => ({ Viewer: chunk.peek() }))
  const [problem, setProblem] = useState<unknown>(null)
  const isWanted = fileId !== null
  useEffect(() => {
    if (!isWanted) return
    setProblem(null)
    chunk.load().then(
      (Viewer) => setLoaded({ Viewer }),
      (error: unknown) => {
        setProblem(error)
        onClose()
      },
    )
  }, [isWanted, onClose])
  const { Viewer } = loaded
  if (problem !== null)
    return (
      <div className={classes.failed}>
        <ProblemLine problem={problem} />
      </div>
    )
  return fileId !== null && Viewer ? <Viewer files={files} fileId={fileId} onClose={onClose} /> : null
}
