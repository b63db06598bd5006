/** A line of work on passwords that is kept full, whatever it costs. */
import { hashPassword, isPassword, type PasswordUse } from '../../src/adapters/passwords/passwords.ts'

/** More than one line takes. */
const atOnce = 150

/** From now on until what it answers is called; that resolves when nothing of the flood is left. */
export function floodPasswords(use: PasswordUse): () => Promise<unknown> {
  let isOver = false
  const password = 'a line that is too long'
  const work = () => (use === 'making' ? hashPassword(password) : isPassword(use, null, password))
  const nextTurn = () => new Promise(setImmediate)
  // Who was looked at stands in line again at once, before anybody else could take the place.
  async function keepAsking(): Promise<void> {
    while (!isOver) await work().catch(nextTurn)
  }
  const flood = Array.from({ length: atOnce }, keepAsking)
  return () => {
    isOver = true
    return Promise.all(flood)
  }
}
