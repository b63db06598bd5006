/** Passwords: argon2id, a bounded number at a time, and the commonest ones refused (K5, R50). */
import { randomBytes } from 'node:crypto'
import { hash, hashSync, verify } from '@node-rs/argon2'
import { Problem } from '@sampan/contract/errors'
import { passwordMinChars } from '@sampan/contract/limits'
import { dictionary } from '@zxcvbn-ts/language-common'

/** OWASP's least for argon2id; measured 22 ms on two shared cores. Hashes tell their own parameters, so these may be raised at any time. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = passwordCost
const commonest = 3000
/** Each takes 19 MiB and a thread that file reads need too. */
const concurrency = 2
const maxWaiting = 100

/** What a password is looked at for. Each has a line of its own: a flood of one turns nobody away in the others. */
export type PasswordUse = 'logIn' | 'link' | 'making'

let running = 0
/** In the order in which the next one is taken: whose turn it was goes to the end. */
const lines: { use: PasswordUse; waiting: (() => void)[] }[] = [
  { use: 'logIn', waiting: [] },
  { use: 'link', waiting: [] },
  { use: 'making', waiting: [] },
]

function takeNext(): (() => void) | undefined {
  const line = lines.find(({ waiting }) => waiting.length)
  if (!line) return
  lines.push(...lines.splice(lines.indexOf(line), 1))
  return line.waiting.shift()
}

/** A flood waits in line, and is turned away where the line is too long. */
async function inTurn<T>(use: PasswordUse, work: () => Promise<T>): Promise<T> {
  if (running >= concurrency) {
    const { waiting } = lines.find((line) => line.use === use)!
    if (waiting.length >= maxWaiting) throw new Problem('unavailable', {}, { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = takeNext()
    if (next) next()
    else running--
  }
}

/** What looking at a hash of somebody else's making may cost at most; memory in KiB. */
const foreignCost = { memory: 262_144, time: 10, lanes: 16 }

/** Whether a hash of another product is one that log-ins here can look at, at a price that they can pay. */
export function isTakenHash(hash: string): boolean {
  const shape =
    /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/.exec(hash)
  if (!shape) return false
  const [memory, time, lanes] = shape.slice(1).map(Number) as [number, number, number]
  return memory <= foreignCost.memory && time <= foreignCost.time && lanes <= foreignCost.lanes
}

/** Of what has to have a password whose own is not known any more: nobody knows this one. */
export const unknownPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

export const hashPassword = (password: string): Promise<string> => inTurn('making', () => hash(password, cost))

const hashOfNobody = (): string => hashSync('no account has this password', cost)
/** Made at the start and in no line: were it missing for a moment, unknown addresses would be answered unlike known ones. */
let nobody = hashOfNobody()

/** What the hashes of this process cost from now on, and what looking for nobody does: as it is made, services say it. */
export function setPasswordCost(given: typeof passwordCost): void {
  if (given === cost) return
  cost = given
  nobody = hashOfNobody()
}

/** Whether the password is that of the hash. Without a hash (nobody by that name) the answer is no, in the same time. */
export async function isPassword(
  use: Exclude<PasswordUse, 'making'>,
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const isSame = await inTurn(use, () => verify(passwordHash ?? nobody, password))
  return passwordHash !== null && isSame
}

const common = new Set(
  dictionary['passwords-common'].filter((word: string) => word.length >= passwordMinChars).slice(0, commonest),
)

/** Throws invalidInput that names the field for one of the 3,000 commonest that are long enough at all. */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (common.has(password.toLowerCase())) throw new Problem('invalidInput', {}, { fields: { [field]: 'passwordTooCommon' } })
}
