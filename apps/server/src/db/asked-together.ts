/**
 * One statement for many who ask the same kind of question at once: while one is under way, those who come meanwhile gather, and are
 * asked together next. Nobody is answered by a statement that began before they asked.
 */
import type { Database } from './database.ts'

export const maxTogether = 64

type Waiting<Q, A> = { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void }

/** `ask` answers in the order of the questions. */
export function askedTogether<Q, A>(ask: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = []
  let isAsking = false

  async function askAll(): Promise<void> {
    while (waiting.length) {
      const group = waiting.splice(0, maxTogether)
      try {
        const answers = await ask(group.map(({ question }) => question))
        group.forEach(({ resolve }, index) => void resolve(answers[index]!))
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isAsking = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!isAsking) {
        isAsking = true
        setImmediate(() => void askAll())
      }
    })
}

/** Makes prepared questions once for a database: the text of a question costs more than its answer. */
export function oncePerDatabase<Q>(make: (db: Database) => Q): (db: Database) => Q {
  const made = new WeakMap<Database, Q>()
  return (db) => {
    const known = made.get(db) ?? make(db)
    made.set(db, known)
    return known
  }
}
