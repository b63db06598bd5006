/** A line of password checks that is kept full, whatever a check costs. */
import { isPassword } from '../../src/adapters/passwords/passwords.ts'

/** More than one line takes. */
const atOnce = 150

/** From now on until what it answers is called; that resolves when no check of the flood is left. */
export function floodPasswords(use: 'logIn' | 'link'): () => Promise<unknown> {
  let isOver = false
  const nextTurn = () => new Promise(setImmediate)
  // Who was looked at stands in line again at once, before anybody else could take the place.
  async function keepAsking(): Promise<void> {
    while (!isOver) await isPassword(use, null, 'a line that is too long').catch(nextTurn)
  }
  const flood = Array.from({ length: atOnce }, keepAsking)
  return () => {
    isOver = true
    return Promise.all(flood)
  }
}
