/**
 * Knows when nothing is under way any more, so that the next event meets a world at rest: that is what makes one seed one history. Whatever
 * waits for something outside of this thread (a question to the database, a signature) is counted here.
 */
let underWay = 0

let before: Promise<unknown> = Promise.resolve()

/** Counts work that this thread does not end by itself. What was begun first ends first, whichever thread is quicker. */
export async function counted<T>(work: Promise<T>): Promise<T> {
  const earlier = before
  // Without its results, which would hold those of all before it.
  before = Promise.allSettled([earlier, work]).then(() => undefined)
  underWay++
  try {
    await earlier
    return await work
  } finally {
    underWay--
  }
}

// Taken before anybody puts a virtual clock in its place.
const nextTurn = setImmediate

const turn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve))
/** Streams and promises that hand things on to each other end within one turn; a frame of Fastify's start takes a few. */
const quietTurns = 3

export async function untilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < quietTurns; ) {
    await turn()
    quiet = underWay > 0 ? 0 : quiet + 1
  }
}
