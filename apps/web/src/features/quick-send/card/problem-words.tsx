import { useProblemText } from '../../../lib/problem-text.ts'

export const ProblemWords = ({ problem }: { problem: unknown }) => useProblemText()(problem)
