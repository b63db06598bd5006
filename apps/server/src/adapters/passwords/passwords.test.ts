import { expect, onTestFinished, test, vi } from 'vitest'

// As a server begins, whatever the tests before have left the cost at.
vi.resetModules()
const { hashPassword, isPassword, isTakenHash, passwordCost, refuseCommonPassword, setPasswordCost, unknownPassword } =
  await import('./passwords.ts')

test('A2 a password is kept as argon2id with a salt of its own and found again', async () => {
  const [one, other] = await Promise.all([hashPassword('schönes 码头'), hashPassword('schönes 码头')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await isPassword('logIn', one, 'schönes 码头')).toBe(true)
  expect(await isPassword('logIn', one, 'schönes 码头 ')).toBe(false)
  expect(await isPassword('logIn', null, 'no account has this password')).toBe(false)
})

test('A2 at another cost hashes of before are good, and nobody is still nobody', async () => {
  const before = await hashPassword('schönes 码头')
  setPasswordCost({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  onTestFinished(() => setPasswordCost(passwordCost))
  expect(await hashPassword('schönes 码头')).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  expect(await isPassword('logIn', before, 'schönes 码头')).toBe(true)
  expect(await isPassword('logIn', null, 'no account has this password')).toBe(false)
})

const salt = 'c2FsdHNhbHRzYWx0c2FsdA'
const digest = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
test.each([
  [true, `$argon2id$v=19$m=65536,t=3,p=4$${salt}$${digest}`],
  [true, `$argon2i$v=19$m=4096,t=3,p=1$${salt}$${digest}`],
  [false, `$argon2id$v=19$m=4194304,t=3,p=4$${salt}$${digest}`],
  [false, `$argon2id$v=19$m=65536,t=1000,p=4$${salt}$${digest}`],
  [false, `$argon2id$v=19$m=65536,t=3,p=400$${salt}$${digest}`],
  [false, `$argon2id$v=16$m=65536,t=3,p=4$${salt}$${digest}`],
  [false, '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
  [false, ''],
])('O9 a hash from elsewhere is taken over (%s) where looking at it costs no more than log-ins can pay: %s', (isTaken, hash) => {
  expect(isTakenHash(hash)).toBe(isTaken)
})

test('O9 a password that nobody knows is another one each time', async () => {
  const [one, other] = [await unknownPassword(), await unknownPassword()]
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toBe(other)
})

test.each(['123456', 'Password', 'qwerty', 'iloveyou'])('K5 %s is one of the commonest and refused', (password) => {
  expect(() => refuseCommonPassword(password)).toThrowError(
    expect.objectContaining({ fields: { password: 'passwordTooCommon' } }),
  )
})

test('K5 an uncommon password passes', () => expect(refuseCommonPassword('a sampan at dusk')).toBeUndefined())

test('R50 a flood of checks waits in line and is turned away beyond it', async () => {
  const hash = await hashPassword('harbour')
  const answers = await Promise.allSettled(Array.from({ length: 160 }, () => isPassword('logIn', hash, 'harbour')))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ reason }) => reason.code === 'unavailable' && reason.retryAfterSeconds > 0)).toBe(true)
  expect(await isPassword('logIn', hash, 'harbour')).toBe(true)
})

test.each(['link', 'making'] as const)('R50 a flood of %s turns no log-in away, nor do log-ins wait for its end', async (use) => {
  const hash = await hashPassword('harbour')
  let ended = 0
  const flood = Array.from({ length: 160 }, () =>
    (use === 'link' ? isPassword('link', hash, 'no') : hashPassword('new')).then(
      () => ended++,
      (error) => error,
    ),
  )
  expect(await isPassword('logIn', hash, 'harbour')).toBe(true)
  expect(ended).toBeLessThan(20)
  const answers = await Promise.all(flood)
  expect(answers.some((answer) => answer instanceof Error)).toBe(true)
})

test('R50 R20 a line that is full at the first check turns known and unknown away alike, and only for as long', async () => {
  const hash = await hashPassword('harbour')
  vi.resetModules()
  const fresh = await import('./passwords.ts')
  const lines = Array.from({ length: 110 }, () => [fresh.isPassword('logIn', hash, 'no'), fresh.hashPassword('new')]).flat()
  const settled = Promise.allSettled(lines)
  for (const known of [hash, null])
    await expect(fresh.isPassword('logIn', known, 'harbour')).rejects.toMatchObject({ code: 'unavailable' })
  await settled
  expect(await fresh.isPassword('logIn', null, 'harbour')).toBe(false)
})
