/** Links that their sender allows a number of downloads of: what goes wrong costs no second one. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type FakeFile, fakeLink, zipOf } from '../testing/fake-link.ts'
import { filesOf, receive } from '../testing/receive-here.ts'

test.each([
  ['a file', 590_000],
  ['its last file', 880_000],
])('O7 D5 of a link that may be used once an interrupted zip goes on in the middle of %s', async (_, cutAt) => {
  const files = filesOf(3, 300_000)
  const fake = await fakeLink({ files, downloadsLeft: 1, cutAt })
  const { exitCode, again, isThere } = await receive(fake.link, '--give-up', '1')
  expect([exitCode, fake.selections.length]).toEqual([4, 1])
  fake.now.cutAt = null
  expect(await again()).toMatchObject({ exitCode: 0 })
  expect([files.every(isThere), fake.selections.length, fake.counted.size, fake.alone()]).toEqual([true, 1, 1, []])
  // The last bytes before the end may have been lost with the line.
  expect(fake.zipFrom.at(-1)).toBeGreaterThan(400_000)
})

test.each([
  ['at once', null],
  ['in its rest', 590_000],
])('O7 D5 a zip that fails %s only behind its last file is received', async (_, cutAt) => {
  const files = filesOf(3, 300_000)
  const fake = await fakeLink({ files, downloadsLeft: 1, cutAt, isTailUnreadable: cutAt === null })
  const { exitCode, again, isThere } = await receive(fake.link, '--give-up', '1')
  Object.assign(fake.now, { cutAt: null, isTailUnreadable: true })
  const last = cutAt === null ? exitCode : (await again()).exitCode
  expect([last, files.every(isThere), fake.selections.length]).toEqual([0, true, 1])
})

test('O7 D5 a limited zip is not gone on with at the bytes of a zip that came while its link had no limit', async () => {
  const files = filesOf(14)
  // In the header of the fifth, and in the sixth.
  const fake = await fakeLink({ files, downloadsLeft: 1, cutAt: zipOf(files.slice(0, 4)).length })
  const { again, isThere } = await receive(fake.link, '--give-up', '1')
  Object.assign(fake.now, { downloadsLeft: null, cutAt: 3000 })
  await again()
  Object.assign(fake.now, { downloadsLeft: 1, cutAt: null })
  const before = fake.zipFrom.length
  expect(await again()).toMatchObject({ exitCode: 0 })
  expect([files.every(isThere), fake.selections.map(({ length }) => length)]).toEqual([true, [14, 10, 9]])
  expect(fake.zipFrom.slice(before)).toEqual([0])
})

test('O7 D5 what is left of a zip that the server knows no more comes anew', async () => {
  const files = filesOf(3, 300_000)
  const fake = await fakeLink({ files, downloadsLeft: 1, cutAt: 450_000 })
  const { again, isThere } = await receive(fake.link, '--give-up', '1')
  fake.now.cutAt = null
  fake.selections.pop()
  expect(await again()).toMatchObject({ exitCode: 0 })
  expect(files.every(isThere)).toBe(true)
  expect([fake.selections.map(({ length }) => length), fake.zipFrom.at(-1), fake.counted.size]).toEqual([[2], 0, 1])
})

test('O7 D8 of a live link with a limit the chosen files come as one zip, with no look more than it takes', async () => {
  const files = filesOf(4)
  const whole = files.map(({ bytes }) => bytes.length)
  const received = [whole[0]!, whole[1]!, 0, 0]
  const fake = await fakeLink({ files, state: 'uploading', received, downloadsLeft: 1 })
  const { exitCode, names } = await receive(fake.link, '--give-up', '1', '--file', 'd/0.bin', '--file', 'd/1.bin')
  expect([exitCode, names(), fake.looks(), fake.counted.size]).toEqual([0, ['0.bin', '1.bin'], 1, 1])
})

test.each([
  ['an infected file', { refusal: [403, 'fileInfected'] }, 1, 'fileInfected', 1],
  ['a lost file', { refusal: [404, 'fileLost'] }, 1, 'fileLost', 1],
  ['a file that cannot be read', { isUnreadable: true }, 1, 'fileUnreadable', 1],
  ['a damaged file, where it may be used once', { inZip: randomBytes(2005) }, 1, 'damaged', 1],
  ['a damaged file, where it may be used again', { inZip: randomBytes(2005) }, 2, null, 2],
  ['a damaged last file, where it may be used again', { inZip: randomBytes(2011) }, 2, null, 2, 11],
] as [string, Partial<FakeFile>, number, string | null, number, number?][])(
  'O7 D5 of a limited link %s costs no other file',
  async (_, more, downloadsLeft, reason, counted, place = 5) => {
    const files = filesOf(12)
    Object.assign(files[place]!, more)
    const fake = await fakeLink({ files, downloadsLeft })
    const { exitCode, of, isThere } = await receive(fake.link)
    expect(of('skipped').map((event) => event.reason)).toEqual(reason ? [reason] : [])
    expect([exitCode, fake.counted.size]).toEqual([reason ? 1 : 0, counted])
    expect(files.filter((file) => !reason || file !== files[place]).every(isThere)).toBe(true)
  },
)

test('O7 D5 what nobody read of a link that others used up is refused', async () => {
  const fake = await fakeLink({ files: filesOf(2), downloadsLeft: 1, cutAt: 100 })
  const { again } = await receive(fake.link, '--give-up', '1')
  fake.counted.add('of somebody else')
  expect(await again()).toMatchObject({ exitCode: 3 })
})
