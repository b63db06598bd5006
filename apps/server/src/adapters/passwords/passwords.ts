/** Passwords: argon2id, a bounded number at a time, and the commonest ones refused (K5, R50). */
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '@sampan/contract/errors'
import { passwordMinChars } from '@sampan/contract/limits'
import { dictionary } from '@zxcvbn-ts/language-common'

/** OWASP's least for argon2id; measured 10 ms. Hashes tell their own parameters, so these may be raised at any time. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const commonest = 3000
/** Each takes 19 MiB and a thread that file reads need too. */
const atOnce = 2
const waitingMost = 100

let running = 0
const waiting: (() => void)[] = []

/** A flood of log-ins waits in line, and is turned away where the line is too long. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingMost) throw new Problem('unavailable', {}, { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

let nobody: Promise<string> | null = null

/** Whether the password is that of the hash. Without a hash (nobody by that name) the answer is no, in the same time. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('no account has this password')
  const against = passwordHash ?? (await nobody)
  const isSame = await inTurn(() => verify(against, password))
  return passwordHash !== null && isSame
}

const common = new Set(
  dictionary['passwords-common'].filter((word: string) => word.length >= passwordMinChars).slice(0, commonest),
)

/** Throws invalidInput that names the field for one of the 3,000 commonest that are long enough at all. */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (common.has(password.toLowerCase())) throw new Problem('invalidInput', {}, { fields: { [field]: 'passwordTooCommon' } })
}
