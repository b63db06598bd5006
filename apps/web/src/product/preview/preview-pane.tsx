/** A file that is looked at within a page, beside what is done about it; what shows it comes with the first one. */
import { previewKindOf } from '@sampan/contract/rules/preview-kind'
import { useEffect, useState } from 'react'
import { loadTexts } from '../../lib/i18n.ts'
import { lateChunk } from '../../lib/load-chunk.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import type { PreviewFile } from './preview-file.ts'
import classes from './previewer.module.css'

const chunk = lateChunk(async () => {
  const [{ Stage }] = await Promise.all([import('./stage.tsx'), loadTexts('preview')])
  return Stage
})

type Props = {
  /** One that can be looked at. */
  file: PreviewFile
  onStep: (by: 1 | -1) => void
  /** Pressed where what shows the file has the focus. */
  onKey: (key: string) => void
}

export function PreviewPane({ file, onStep, onKey }: Props) {
  const [loaded, setLoaded] = useState(() => ({ Stage: chunk.peek() }))
  const [problem, setProblem] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    chunk.load().then((Stage) => setLoaded({ Stage }), setProblem)
  }, [])
  const { Stage } = loaded
  const kind = previewKindOf(file)
  if (problem !== null) return <ProblemLine problem={problem} />
  if (!Stage || !kind) return <div className={classes.pane} aria-busy="true" />
  return (
    <div className={classes.pane}>
      <Stage
        key={`${file.fileId} ${attempt}`}
        file={file}
        kind={kind}
        zoom={1}
        onZoom={() => {}}
        onFull={() => {}}
        onStep={onStep}
        onKey={onKey}
        onPage={() => {}}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </div>
  )
}
