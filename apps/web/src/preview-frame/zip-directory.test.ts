import { previewEntries } from '@sampan/contract/rules/preview-kind'
import { expect, test } from 'vitest'
import { type ArchiveFolder, archiveTree } from './archive-tree.ts'
import { readZip } from './zip-directory.ts'

type Entry = { name: Buffer; flags?: number; size?: number; extra?: Buffer }

function entryOf({ name, flags = 0, size = 5, extra = Buffer.alloc(0) }: Entry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(flags, 8)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  return Buffer.concat([head, name, extra])
}

type Options = { before?: Buffer; comment?: Buffer; total?: number; at?: number }

/** Without the files themselves, which no list looks at. */
function zipOf(
  entries: readonly Entry[],
  { before = Buffer.alloc(100), comment = Buffer.alloc(0), total = entries.length, at }: Options = {},
) {
  const directory = Buffer.concat(entries.map(entryOf))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(total, 0xffff), 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at ?? before.length, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([before, directory, end, comment])
}

const list = (zip: Buffer) => readZip(async (from, to) => new Uint8Array(zip.subarray(from, to)), zip.length)
const named = (name: string): Entry => ({ name: Buffer.from(name), flags: 0x800 })

test('D4 the entries of a zip, its folders and what is encrypted', async () => {
  const zip = zipOf([named('a/'), named('a/照片.jpg'), { ...named('secret.txt'), flags: 0x801, size: 1234 }])
  expect(await list(zip)).toMatchObject({
    total: 3,
    entries: [
      { name: 'a/', size: 5, isFolder: true, isLocked: false },
      { name: 'a/照片.jpg', size: 5, isFolder: false, isLocked: false },
      { name: 'secret.txt', size: 1234, isFolder: false, isLocked: true },
    ],
  })
})

test.each([
  ['Windows in China', Buffer.from([0xb1, 0xa8, 0xbc, 0xdb, 0xb5, 0xa5, 0x2e, 0x78, 0x6c, 0x73]), '报价单.xls'],
  ['a program that forgot to say that it is UTF-8', Buffer.from('报价单.xls'), '报价单.xls'],
  ['an old program', Buffer.from('offer.xls'), 'offer.xls'],
])('D4 a name as %s writes it', async (_, name, shown) => {
  expect((await list(zipOf([{ name }])))?.entries.map(({ name }) => name)).toEqual([shown])
})

test('D4 a zip with a comment, and one behind a program that unpacks it', async () => {
  expect((await list(zipOf([named('x')], { comment: Buffer.from('PK\x05\x06 made by hand') })))?.total).toBe(1)
  expect((await list(zipOf([named('x')], { before: Buffer.alloc(5000), at: 10 })))?.entries).toHaveLength(1)
})

test('D4 beyond 4 GiB and 65,535 entries the numbers stand elsewhere', async () => {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(5_000_000_000n, 4)
  const zip = zipOf([{ ...named('large.bin'), size: 0xffffffff, extra }])
  const endAt = zip.length - 22
  const [end64, locator] = [Buffer.alloc(56), Buffer.alloc(20)]
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(70_000n, 32)
  end64.writeBigUInt64LE(BigInt(endAt - 100), 40)
  end64.writeBigUInt64LE(100n, 48)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(endAt), 8)
  const end = Buffer.from(zip.subarray(endAt))
  end.writeUInt16LE(0xffff, 10)
  end.fill(0xff, 12, 20)
  const found = await list(Buffer.concat([zip.subarray(0, endAt), end64, locator, end]))
  expect(found).toMatchObject({
    total: 70_000,
    entries: [{ name: 'large.bin', size: 5_000_000_000, isFolder: false, isLocked: false }],
  })
})

test('D4 of too many entries the first are shown, and how many there are', async () => {
  const found = await list(zipOf(Array.from({ length: previewEntries + 5 }, (_, i) => named(`${i}.txt`))))
  expect([found?.entries.length, found?.total]).toEqual([previewEntries, previewEntries + 5])
})

test.each([
  ['nothing of it', Buffer.alloc(0)],
  ['no zip', Buffer.alloc(3000, 'x')],
  ['a zip that was cut', zipOf([named('a'), named('b')]).subarray(0, 150)],
  ['a directory beyond its end', zipOf([named('a')], { before: Buffer.alloc(0), at: 0 }).fill(0x7f, 59, 63)],
])('R36 %s is no list', async (_, bytes) => {
  expect(await list(bytes)).toBeNull()
})

test('D4 an empty zip has no entries', async () => {
  expect(await list(zipOf([]))).toEqual({ entries: [], total: 0 })
})

const shape = ({ folders, files }: ArchiveFolder): unknown[] => [
  ...folders.map((folder) => ({ [`${folder.name} ${folder.fileCount} ${folder.size}`]: shape(folder) })),
  ...files.map(({ name }) => name),
]

test('D4 the entries of a zip are a tree: folders before files, as people count, each with how much is in it', async () => {
  const names = ['b/10.txt', 'b/2.txt', 'a\\deep\\x.txt', 'empty/', '/top.txt', 'b/', './b//3.txt', '__proto__/y.txt']
  const { entries } = (await list(zipOf(names.map(named))))!
  expect(shape(archiveTree(entries))).toEqual([
    { '__proto__ 1 5': ['y.txt'] },
    { 'a 1 5': [{ 'deep 1 5': ['x.txt'] }] },
    { 'b 3 15': ['2.txt', '3.txt', '10.txt'] },
    { 'empty 0 0': [] },
    'top.txt',
  ])
})
