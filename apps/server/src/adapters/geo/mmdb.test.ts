import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGeo } from './mmdb.ts'
import { writeMmdb } from './test-mmdb.ts'

const nowhere = { countryCode: null, city: '' }
let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'sampan-geo-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('countries that come with the program', () => {
  test.each([
    ['114.114.114.114', 'CN'],
    ['223.5.5.5', 'CN'],
    ['8.8.8.8', 'US'],
    ['2001:4860:4860::8888', 'US'],
    ['240e::1', 'CN'],
    ['::ffff:8.8.8.8', 'US'],
    ['::ffff:808:808', 'US'],
  ])('D5 %s is in %s, without a city', async (ip, countryCode) => {
    expect((await openGeo([])).placeOf(ip)).toEqual({ countryCode, city: '' })
  })
})

/** Every one of these has a record: what is not looked up cannot be found. */
const everywhere = { country: { iso_code: 'CN' }, city: { names: { en: 'Everywhere' } } }

test.each([
  ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '127.0.0.1', '169.254.1.1', '100.64.0.1', '0.0.0.0', '255.255.255.255'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.5', '224.0.0.1', '240.0.0.1', '::1', '::', 'fe80::1', 'fe80::1%eth0', 'fd00::1'],
  ...[
    'ff02::1',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '',
    'localhost',
    '1.1',
    '8.8.8.8.8',
    '8.8.8.8:80',
    '0x8080808',
  ],
])('D5 "%s" has no place', async (ip) => {
  const networks = { '0.0.0.0/1': everywhere, '128.0.0.0/1': everywhere, '2000::/3': everywhere, 'f000::/4': everywhere }
  const geo = await openGeo([writeMmdb(join(dir, 'everywhere.mmdb'), 6, networks)])
  expect(geo.placeOf('9.9.9.9')).toEqual({ countryCode: 'CN', city: 'Everywhere' })
  expect(geo.placeOf(ip)).toEqual(nowhere)
})

describe('the operator’s files', () => {
  const shenzhen = { country: { iso_code: 'CN' }, city: { names: { en: 'Shenzhen' } } }
  const flat = { country_code: 'DE', city: 'Köln' }

  test('D5 two files, one for each kind of address, in either order and either layout', async () => {
    const v4 = writeMmdb(join(dir, 'v4.mmdb'), 4, { '8.8.8.0/24': flat, '114.114.0.0/16': shenzhen })
    const v6 = writeMmdb(join(dir, 'v6.mmdb'), 6, { '2001:4860::/32': flat, '240e::/20': shenzhen })
    for (const files of [
      [v4, v6],
      [v6, v4],
    ]) {
      const { placeOf } = await openGeo(files)
      for (const ip of ['8.8.8.8', '::ffff:8.8.8.8', '2001:4860:4860::8888'])
        expect(placeOf(ip), ip).toEqual({ countryCode: 'DE', city: 'Köln' })
      for (const ip of ['114.114.114.114', '240e::1']) expect(placeOf(ip), ip).toEqual({ countryCode: 'CN', city: 'Shenzhen' })
      expect(placeOf('223.5.5.5')).toEqual({ countryCode: 'CN', city: '' })
    }
  })

  test('D5 a file of IPv4 says nothing of the IPv6 address that begins with the same bits', async () => {
    // 240e::1 begins like 36.14.0.0.
    const { placeOf } = await openGeo([writeMmdb(join(dir, 'v4-only.mmdb'), 4, { '36.14.0.0/16': flat })])
    expect(placeOf('36.14.0.1')).toEqual({ countryCode: 'DE', city: 'Köln' })
    expect(placeOf('240e::1')).toEqual({ countryCode: 'CN', city: '' })
  })

  test('D5 one file of both; a city alone gets its country from the program; what is no country or city is none', async () => {
    const both = writeMmdb(join(dir, 'both.mmdb'), 6, {
      '8.8.8.0/24': { city: 'Mountain View' },
      '2001:4860::/32': { city: ` ${'x'.repeat(120)}\u202e\n`, country_code: 'ZZ' },
      '114.114.0.0/16': { country: { iso_code: 'cn' }, city: { names: { de: 'Shenzhen' } } },
      '223.5.5.0/24': { country: 7, city: 7 },
    })
    const { placeOf } = await openGeo([both])
    expect(placeOf('8.8.8.8')).toEqual({ countryCode: 'US', city: 'Mountain View' })
    expect(placeOf('2001:4860::1')).toEqual({ countryCode: 'US', city: 'x'.repeat(100) })
    expect(placeOf('114.114.114.114')).toEqual({ countryCode: 'CN', city: '' })
    expect(placeOf('223.5.5.5')).toEqual({ countryCode: 'CN', city: '' })
  })

  test('D5 a damaged record is no error: what the program knows itself stands', async () => {
    const file = writeMmdb(join(dir, 'damaged.mmdb'), 4, { '8.8.8.0/24': { a: 1 } })
    const bytes = readFileSync(file)
    // A map of one entry whose key is announced as a pointer far behind the end.
    bytes.set([0xe1, 0x38, 0xff, 0xff, 0xff, 0xff], bytes.indexOf(Buffer.from([0xe1, 0x41, 0x61])))
    writeFileSync(file, bytes)
    expect((await openGeo([file])).placeOf('8.8.8.8')).toEqual({ countryCode: 'US', city: '' })
  })
})

describe('O2 a file that cannot serve stops the start with a sentence', () => {
  const written = (name: string, bytes: string | Buffer) => {
    writeFileSync(join(dir, name), bytes)
    return join(dir, name)
  }

  test.each([
    ['that is not there', () => join(dir, 'none.mmdb'), 'cannot be read (ENOENT)'],
    ['that is a folder', () => dir, 'cannot be read (EISDIR)'],
    ['without content', () => written('empty.mmdb', ''), 'is not a whole MaxMind DB file (.mmdb)'],
    ['of another format', () => written('text.mmdb', 'ip,city\n'.repeat(1000)), 'is not a whole MaxMind DB file (.mmdb)'],
    ['still compressed', () => written('city.mmdb.gz', gzipSync('x')), 'is compressed: unpack it with gunzip first'],
    [
      'that was cut at its beginning',
      () =>
        written('tail.mmdb', readFileSync(writeMmdb(join(dir, 'whole.mmdb'), 4, { '8.8.8.0/24': { city: 'x' } })).subarray(20)),
      'is not a whole MaxMind DB file (.mmdb)',
    ],
    [
      'that was cut at its end',
      () => {
        const file = writeMmdb(join(dir, 'cut.mmdb'), 4, { '8.8.8.0/24': { city: 'x' } })
        truncateSync(file, 150)
        return file
      },
      'is not a whole MaxMind DB file (.mmdb)',
    ],
  ])('O2 a file %s', async (_, file, message) => {
    const good = writeMmdb(join(dir, 'good.mmdb'), 4, { '8.8.8.0/24': { city: 'x' } })
    await expect(openGeo([good, file()])).rejects.toThrow(`GEO_CITY_FILES: ${file()} ${message}`)
  })
})
