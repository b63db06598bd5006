import { expect, test } from 'vitest'
import type { Problem } from '../errors.ts'
import { groupLicenceCode, isWholeLicenceCode, licenceCodesIn, looksLikeLicenceCode, newLicenceCodes } from './licence-codes.ts'

const [a, b, c] = ['AAAAAAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBBBBBB', 'CCCCCCCCCCCCCCCCCCCC'] as const
const own = (...codes: string[]) => [(code: string) => codes.includes(code), codes.length] as const
const refusal = (codes: string[], mine: ReturnType<typeof own>) => {
  try {
    return newLicenceCodes(codes, ...mine)
  } catch (error) {
    return (error as Problem).code
  }
}

test.each<[string, string[], ReturnType<typeof own>, string[] | string]>([
  ['empty ones are ignored', ['', a, ' ', b, ''], own(), [a, b]],
  ['own activated ones are ignored', [a, b], own(a), [b]],
  ['an own one twice is no duplicate of a new one', [a, a, b], own(a), [b]],
  [
    'as typed: case, dashes, blanks, O and I',
    ['aaaaa-aaaaa aaaaa-aaaaa ', 'OOOOO-IIIII-lllll-00000'],
    own(),
    [a, '00000111111111100000'],
  ],
  ['a new one twice', [a, b, a], own(), 'licenceCodesInvalid'],
  ['the same one typed in two ways', ['OAAAAAAAAAAAAAAAAAAA', '0aaaa-aaaaa-aaaaa-aaaaa'], own(), 'licenceCodesInvalid'],
  ['none is left', [a, '', b], own(a, b), 'licenceCodesInvalid'],
  ['none at all', ['', ''], own(), 'licenceCodesInvalid'],
  ['one that is cut', [a, 'BBBBB'], own(), 'licenceCodesInvalid'],
  ['one that has no letter of a code', [a, '???'], own(), 'licenceCodesInvalid'],
  ['the eighth', [a], own('1', '2', '3', '4', '5', '6', '7'), [a]],
  ['the ninth', [a, b], own('1', '2', '3', '4', '5', '6', '7'), 'licenceCodesTooMany'],
  ['own ones take no place again', [c, '1'], own('1', '2', '3', '4', '5', '6', '7'), [c]],
])('P6 %s', (_, codes, mine, result) => {
  expect(refusal(codes, mine)).toEqual(result)
})

test('P6 a code is shown in its groups while it is typed, and told from a word', () => {
  expect(groupLicenceCode('abcde1234')).toBe('ABCDE-1234')
  expect(groupLicenceCode(`${a}BBB`)).toBe('AAAAA-AAAAA-AAAAA-AAAAA-BBB')
  expect(groupLicenceCode('')).toBe('')
  expect(isWholeLicenceCode('aaaaa-aaaaa-aaaaa-aaaaa')).toBe(true)
  expect(isWholeLicenceCode('aaaaa-aaaaa-aaaaa-aaaa')).toBe(false)
  expect(['aaaaa-aaaaa-aaaaa-aaaaa', a, 'spring-2026', 'aaaaa-aaaaa-aaaaa-aaaaa-a'].map(looksLikeLicenceCode)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('P6 codes are found in what was copied: lines, a table, a sentence', () => {
  const [one, two] = ['AAAAA-BBBBB-CCCCC-DDDDD', '01234-56789-OIL00-ABCDE']
  expect(licenceCodesIn(`code,batch\r\n${one},spring\r\n${two.toLowerCase()},spring`)).toEqual([one, two])
  expect(licenceCodesIn(`Your codes: ${one}; ${two}.`)).toEqual([one, two])
  expect(licenceCodesIn(`${one}-AAAAA x${two}`)).toEqual([one])
  expect(licenceCodesIn('AAAAA-BBBBB-CCCCC')).toEqual([])
})
