/** What the server refused, in words. The catalogue of errors is loaded when there is something to say. */
import { lazy, Suspense } from 'react'

const Words = lazy(() => import('./problem-words.tsx').then((words) => ({ default: words.ProblemWords })))

export const ProblemLine = ({ problem }: { problem: unknown }) => (
  <Suspense>
    <Words problem={problem} />
  </Suspense>
)
