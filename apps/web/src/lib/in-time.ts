/** The answer did not come in time, or not at all. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** The answer of `question`; NoAnswer when it fails or takes longer. The question itself is not given up. */
export function inTime<T>(question: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer()), ms)
    question.then(resolve, (cause) => reject(new NoAnswer('', { cause }))).finally(() => clearTimeout(timer))
  })
}
