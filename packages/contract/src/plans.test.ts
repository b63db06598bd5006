import { describe, expect, test } from 'vitest'
import * as limits from './limits.ts'
import { expirySeconds, GB, plans, type Role, rolePlan, roles, setPlanLimits } from './plans.ts'

/** Spec §9 as it stands there: upload, storage, recipients, files, seats. */
const table: [Role, number, number, number, number, number][] = [
  ['anon', 3, 5, 6, 50, 1],
  ['undefined', 3, 5, 6, 100, 1],
  ['free', 3, 10, 6, 50, 1],
  ['personal', 10, 50, 21, 50, 1],
  ['pro', 25, 200, 50, 250, 2],
  ['business', 100, 1000, 100, 1500, 5],
  ['businessplus', 100, 1000, 150, 1500, 10],
  ['businesselite', 150, 1500, 200, 1500, 20],
  ['team', 200, 2000, 250, 1500, 25],
  ['teamplus', 2500, 2500, 300, 1500, 30],
  ['teamelite', 2500, 3000, 300, 1500, 50],
]

describe('K1 the role table', () => {
  test('K1 has exactly the roles of the specification', () => {
    expect(table.map(([role]) => role)).toEqual([...roles])
  })

  test.each(table)('K1 %s', (role, upload, storage, recipients, files, seats) => {
    expect(plans[role]).toMatchObject({ uploadBytes: upload * GB, storageBytes: storage * GB, recipients, files, seats })
  })

  test('K1 a gigabyte is decimal', () => {
    expect(GB).toBe(1_000_000_000)
  })

  test.each([
    ['free', 'free'],
    ['Free', 'free'],
    ['PRO', 'pro'],
    ['gold', 'undefined'],
    ['', 'undefined'],
    ['constructor', 'undefined'],
    ['__proto__', 'undefined'],
  ] as const)('K1 the stored word "%s" is read as %s', (word, role) => {
    expect(rolePlan(word)).toBe(plans[role])
  })
})

test('K1 an installation may have other numbers; what it does not name is as sold, also after having had another', () => {
  setPlanLimits({ anon: { files: 200, uploadBytes: 5 * GB }, free: { contacts: 5 } })
  expect(rolePlan('anon')).toMatchObject({ files: 200, uploadBytes: 5 * GB, recipients: 6, links: false })
  expect(plans.free.contacts).toBe(5)
  setPlanLimits({ free: { files: 70 } })
  expect([plans.anon.files, plans.free.files, plans.free.contacts]).toEqual([50, 70, 20])
  setPlanLimits({})
  expect(plans.free.files).toBe(50)
})

const small: readonly Role[] = ['anon', 'undefined', 'free']
const paid = roles.filter((role) => !small.includes(role))

describe('K2 months and contacts', () => {
  test.each([
    ['anon', 10],
    ['free', 10],
    ['personal', 30],
  ] as const)('K2 %s sends %i transfers a month', (role, count) => {
    expect(plans[role].transfersPerMonth).toBe(count)
  })

  test('K2 free and personal ask 30 times a month; pro and above know no monthly limit', () => {
    expect([plans.free.requestsPerMonth, plans.personal.requestsPerMonth]).toEqual([30, 30])
    for (const role of paid.filter((word) => word !== 'personal'))
      expect([plans[role].transfersPerMonth, plans[role].requestsPerMonth]).toEqual([null, null])
  })

  test('K2 free keeps 20 contacts, all above any number', () => {
    expect(plans.free.contacts).toBe(20)
    expect(paid.map((role) => plans[role].contacts)).toEqual(paid.map(() => null))
  })
})

describe('K4 lifetimes of links', () => {
  test('K4 in seconds, the week first', () => {
    expect(Object.entries(expirySeconds)).toEqual([
      ['week', 604_800],
      ['month', 2_629_746],
      ['quarter', 7_889_238],
      ['year', 31_536_000],
      ['never', 3_153_600_000],
    ])
  })

  test.each(small)('K4 %s: one week only', (role) => {
    expect(plans[role]).toMatchObject({ expiries: ['week'], customExpiry: false })
  })

  test.each(paid)('K4 %s: all of them, and an exact date', (role) => {
    expect(plans[role]).toMatchObject({ expiries: ['week', 'month', 'quarter', 'year', 'never'], customExpiry: true })
  })
})

test('Q4 Q8 only anonymous visitors may neither ask for a link nor send every type', () => {
  expect(roles.filter((role) => !plans[role].links)).toEqual(['anon'])
  expect(roles.filter((role) => !plans[role].anyFileType)).toEqual(['anon'])
})

test('K5 lengths and lifetimes', () => {
  expect(limits).toMatchObject({
    slugLength: 7,
    codeLength: 5,
    messageMaxChars: 280,
    passwordMinChars: 6,
    thumbnailSeconds: 600,
    extensionSeconds: 48 * 3600,
    expiringSeconds: 190_080,
    codeLifeSeconds: 600,
    codeMaxTries: 5,
    verifiedSeconds: 86_400,
  })
})
