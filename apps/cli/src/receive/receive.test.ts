/** Whole runs against a link of the test's own words. */
import { randomBytes } from 'node:crypto'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FakeFile, fakeLink } from '../testing/fake-link.ts'
import { filesOf, receive } from '../testing/receive-here.ts'

test.each([
  ['infected, as its view says', { shown: { isBlocked: true, scan: 'infected' } }, 'fileInfected'],
  ['infected, found since', { refusal: [403, 'fileInfected'] }, 'fileInfected'],
  ['not scanned yet, as its view says', { shown: { isBlocked: true, scan: 'waiting' } }, 'fileNotScanned'],
  ['not scanned yet', { refusal: [409, 'fileNotScanned'] }, 'fileNotScanned'],
  ['lost', { refusal: [404, 'fileLost'] }, 'fileLost'],
  ['unreadable', { refusal: [500, 'fileUnreadable'] }, 'fileUnreadable'],
] as [string, Partial<FakeFile>, string][])('O7 D9 one of many is %s: the others come', async (_, more, reason) => {
  for (const count of [3, 20]) {
    const files = filesOf(count)
    Object.assign(files[1]!, more)
    const { link } = await fakeLink({ files })
    const { exitCode, last, of, isThere, names } = await receive(link, '--give-up', '1')
    expect([exitCode, last]).toMatchObject([1, { event: 'error', code: 'someLeftOut' }])
    expect(of('skipped')).toEqual([{ event: 'skipped', path: 'd/1.bin', reason }])
    expect(of('done')).toMatchObject([{ leftOut: 1 }])
    expect(names()).toHaveLength(count - 1)
    expect(files.filter((file) => file !== files[1]).every(isThere)).toBe(true)
  }
})

test('O7 what was left out comes later, alone', async () => {
  const files = filesOf(20)
  files[3]!.refusal = [500, 'fileUnreadable']
  const fake = await fakeLink({ files })
  const { again, isThere, names } = await receive(fake.link)
  delete files[3]!.refusal
  const before = fake.selections.length
  expect(await again()).toMatchObject({ exitCode: 0 })
  expect(files.every(isThere)).toBe(true)
  expect([names().length, fake.selections.length, fake.alone()]).toEqual([20, before, [3]])
})

test('O7 D2 small files come as one zip; one that came damaged in it is fetched once more, and no other', async () => {
  const files = filesOf(30)
  files[7]!.inZip = randomBytes(files[7]!.bytes.length)
  const fake = await fakeLink({ files })
  const { exitCode, isThere, names } = await receive(fake.link)
  expect([exitCode, files.every(isThere), names().length]).toEqual([0, true, 30])
  expect([fake.selections.map(({ length }) => length), fake.alone()]).toEqual([[30], [7]])
})

test('O7 D5 of a link that may be used once all comes as one download, of whatever size', async () => {
  const files = [...filesOf(3), { path: 'd/large.bin', bytes: randomBytes(3_000_000) }]
  const fake = await fakeLink({ files, downloadsLeft: 1 })
  const { exitCode, isThere } = await receive(fake.link)
  expect([exitCode, files.every(isThere)]).toEqual([0, true])
  expect([fake.selections.length, fake.alone()]).toEqual([1, []])
})

test('O7 D5 a file without bytes is asked for like any other, once, so that its sender hears of it', async () => {
  const files = [...filesOf(2), { path: 'd/empty.txt', bytes: Buffer.alloc(0) }]
  const fake = await fakeLink({ files })
  const { exitCode, isThere } = await receive(fake.link)
  expect([exitCode, files.every(isThere)]).toEqual([0, true])
  expect([...fake.counted].sort()).toEqual(['file 0', 'file 1', 'file 2'])
  expect(fake.alone().sort()).toEqual([0, 1, 2])
})

test('O7 D8 a file comes as soon as it is whole, and once more where its sender changed it before the end', async () => {
  const files = filesOf(3)
  const first = { ...files[0]!, bytes: randomBytes(files[0]!.bytes.length) }
  const whole = files.map(({ bytes }) => bytes.length)
  const fake = await fakeLink({ files: [first, files[1]!, files[2]!], state: 'uploading', received: [whole[0]!, 5, 0] })
  fake.now.onLook = (looks) => {
    if (looks === 1) fake.now.received = [whole[0]!, whole[1]!, 0]
    if (looks === 2) fake.now.files[0] = files[0]!
    if (looks === 2) fake.now.state = 'open'
  }
  const { exitCode, of, isThere, names } = await receive(fake.link)
  expect([exitCode, files.every(isThere), names().length]).toEqual([0, true, 3])
  // At last two at once.
  expect([...fake.alone().slice(0, 2), ...fake.alone().slice(2).sort()]).toEqual([0, 1, 0, 2])
  expect(of('arrival').map(({ receivedBytes }) => receivedBytes)).toEqual([whole[0]! + 5, whole[0]! + whole[1]!])
  expect(of('arrived')).toHaveLength(1)
})

test('O7 D8 who wants only what is whole does not wait for the rest', async () => {
  const files = filesOf(2)
  const { link } = await fakeLink({ files, state: 'uploading', received: [files[0]!.bytes.length, 0] })
  const { exitCode, names } = await receive(link, '--file', 'd/0.bin')
  expect([exitCode, names()]).toEqual([0, ['0.bin']])
})

test('O7 D8 a file that is not kept yet is asked for again when the server says', async () => {
  const files = filesOf(1)
  files[0]!.refusal = [409, 'transferUploading']
  const fake = await fakeLink({ files, state: 'uploading' })
  fake.now.onLook = () => {
    delete files[0]!.refusal
    fake.now.state = 'open'
  }
  const { exitCode, isThere } = await receive(fake.link)
  expect([exitCode, files.every(isThere)]).toEqual([0, true])
})

test.each([
  ['gave up', 'unfinished', { exitCode: 3, code: 'senderGaveUp' }],
  ['closed the link', 'disabled', { exitCode: 3, code: 'transferDisabled' }],
  ['sends nothing any more', 'uploading', { exitCode: 4, code: 'senderSilent' }],
] as const)('O7 D8 a sender who %s ends the run; what was whole is there', async (_, state, { exitCode, code }) => {
  const files = filesOf(2)
  const fake = await fakeLink({ files, state: 'uploading', received: [files[0]!.bytes.length, 0] })
  fake.now.onLook = () => {
    fake.now.state = state
  }
  const run = await receive(fake.link, '--give-up', '1')
  expect([run.exitCode, run.last, run.names()]).toMatchObject([exitCode, { event: 'error', code, exitCode }, ['0.bin']])
})

test('O7 an interrupted file of a zip that its sender changed since, equally long, comes anew', async () => {
  const files = filesOf(8, 300_000)
  const fake = await fakeLink({ files, cutAt: 450_000 })
  const { again, isThere } = await receive(fake.link, '--give-up', '1')
  fake.now.cutAt = null
  fake.now.files[1] = { ...files[1]!, bytes: randomBytes(files[1]!.bytes.length) }
  expect(await again()).toMatchObject({ exitCode: 0 })
  expect(fake.now.files.every(isThere)).toBe(true)
})

test('O7 D8 what was received of a file that its sender changed stays until the new one is whole', async () => {
  const [file] = filesOf(1) as [FakeFile]
  const newer = { ...file, bytes: randomBytes(file.bytes.length) }
  const fake = await fakeLink({ files: [file], state: 'uploading' })
  fake.now.onLook = () => {
    fake.now.state = 'open'
    fake.now.files[0] = { ...newer, refusal: [500, 'fileUnreadable'] }
  }
  const { exitCode, again, isThere, names } = await receive(fake.link)
  expect([exitCode, isThere(file)]).toEqual([1, true])
  fake.now.files[0] = newer
  expect(await again()).toMatchObject({ exitCode: 0 })
  expect([isThere(newer), names()]).toEqual([true, ['0.bin']])
})

test('O7 what is known of runs that nothing can go on with is forgotten, and of the others kept', async () => {
  const files = filesOf(1)
  const fake = await fakeLink({ files })
  const { cwd, again } = await receive(fake.link)
  const folder = join(cwd, '.local/state/sampan/receiving')
  const daysAgo = { 'old.jsonl': 31, 'young.jsonl': 29 }
  for (const [name, days] of Object.entries(daysAgo)) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), new Date(), new Date(Date.now() - days * 86_400_000))
  }
  await again()
  expect(readdirSync(folder)).toEqual(['young.jsonl'])
})
