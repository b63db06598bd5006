/** The checker itself: for each invariant a history that keeps it and one that breaks it. */
import { describe, expect, test } from 'vitest'
import { breachesIn, type EndState } from './checker.ts'
import type { Entry, Facts } from './history.ts'

const [U, B, S] = ['u1', 'b1', 'slug001']
const file = { fileId: 'f1', path: 'a.bin', size: 100, blobId: B, offset: 0 }
const part = (crc: string, version = 0) => ({
  op: 'part' as const,
  uploadId: U,
  blobId: B,
  range: [0, 100] as [number, number],
  version,
  crc,
})

type Entered = Facts & Partial<Pick<Entry, 'outcome' | 'status'>> & { isOpenEnd?: boolean }
let moment = 0
const happened = (list: Entered[]): Entry[] =>
  list.map(({ isOpenEnd, ...entry }) => {
    const start = ++moment
    const end = isOpenEnd ? Number.POSITIVE_INFINITY : ++moment
    return { client: 0, status: 200, outcome: isOpenEnd ? 'unknown' : 'ok', ...entry, start, end } as Entry
  })

const created: Entered = { op: 'create', uploadId: U, slug: S, blobs: [{ blobId: B, size: 100 }], files: [file] }
const published: Entered = { op: 'publish', uploadId: U, slug: S, to: ['li@example.cn'], transferId: 't1', state: 'active' }
const view: Entered = { op: 'view', slug: S, state: 'open', files: [{ fileId: 'f1', path: 'a.bin', size: 100 }] }
const seen = (version: number | null): Entered => ({
  op: 'download',
  slug: S,
  what: 'GET',
  isExact: true,
  seen: [{ blobId: B, range: [0, 100], version }],
})
const whole: EndState = {
  parts: [{ blobId: B, range: [0, 100], crc: 'aa' }],
  uploads: [{ id: U, state: 'complete' }],
  transfers: [{ id: 't1', slug: S, state: 'active', to: [] }],
  recipients: [{ id: 'r1', email: 'li@example.cn', transferId: 't1', state: 'sent' }],
  mails: [{ messageId: 'r1@localhost', to: 'li@example.cn' }],
  blobIds: [B],
}
const story = [created, part('aa'), published, view, seen(0)]
const gone: EndState = {
  ...whole,
  parts: [],
  uploads: [{ id: U, state: 'discarded' }],
  transfers: [],
  recipients: [],
  blobIds: [],
}
const list = (ranges: [number, number][]): Entered => ({ op: 'list', uploadId: U, slug: S, received: [{ blobId: B, ranges }] })

const other = { fileId: 'f2', path: 'b.bin', size: 50, blobId: 'b2', offset: 0 }
const shown = ({ fileId, path, size }: typeof file) => ({ fileId, path, size })
const added: Entered = { op: 'add', uploadId: U, slug: S, wanted: [shown(other)], blobs: [], files: [file, other] }
const removed: Entered = { op: 'remove', uploadId: U, slug: S, fileIds: ['f2'] }
const listing = (...files: (typeof file)[]): Entered => ({
  op: 'list',
  uploadId: U,
  slug: S,
  received: [],
  files: files.map(shown),
})
const viewing = (state: string, ...files: (typeof file)[]): Entered => ({ op: 'view', slug: S, state, files: files.map(shown) })
const takenBack: Entered = { op: 'takeBack', slug: S }
const arriving: Entered = { op: 'publish', uploadId: U, slug: S, to: [], state: 'uploading' }
const newer = { fileId: 'f3', path: 'a.bin', size: 70, blobId: 'b3', offset: 0 }
const changed: Entered = { op: 'change', slug: S, uploadId: 'u3', brings: [newer], gone: ['f1'] }
const forwarded: Entered = { op: 'forward', source: S, key: 'k', files: [file], slug: 'slug002', state: 'active' }
const ofForward = (entry: Entered): Entered => ({ ...entry, slug: 'slug002' }) as Entered
const oneFile = (fileId: string): Entered => ({ ...seen(0), fileId, seen: [] }) as Entered
const open: EndState = { ...whole, uploads: [{ id: U, state: 'open' }], transfers: [], recipients: [] }

test('R51 what was added, taken out, taken back, changed and forwarded in order has no breach', () => {
  expect(breachesIn(happened([created, part('aa'), added, listing(file, other), removed, listing(file)]), open)).toEqual([])
  // Nobody knows whether it was added, and then it may be there or not.
  const perhaps: Entered = { ...added, isOpenEnd: true }
  expect(breachesIn(happened([created, part('aa'), perhaps, listing(file), listing(file, other)]), open)).toEqual([])
  const back = [created, arriving, viewing('uploading', file), takenBack, part('aa'), part('bb', 1), published, view, seen(1)]
  expect(breachesIn(happened(back), { ...whole, parts: [{ ...whole.parts[0]!, crc: 'bb' }] })).toEqual([])
  expect(breachesIn(happened([...story, changed, viewing('open', newer)]), whole)).toEqual([])
  // The source is deleted and the forward stays, with its bytes.
  const kept = [...story, forwarded, forwarded, { op: 'delete', slug: S } as Entered, ofForward(view)]
  expect(breachesIn(happened(kept), whole)).toEqual([])
})

test('R51 a history without a fault has no breach', () => {
  expect(breachesIn(happened([created, part('aa'), list([[0, 100]]), published, view, seen(0)]), whole)).toEqual([])
  expect(
    breachesIn(
      happened([...story, { op: 'delete', slug: S }, { ...view, state: 'unknown', status: 404, outcome: 'fail' }]),
      gone,
    ),
  ).toEqual([])
})

test('R51 what nobody knows the end of may have happened or not', () => {
  const lost: Entered = { ...part('aa'), isOpenEnd: true }
  expect(breachesIn(happened([created, lost, list([[0, 100]])]), open)).toEqual([])
  expect(breachesIn(happened([created, lost, list([])]), { ...open, parts: [] })).toEqual([])
  // A ghost may take the place of what came after it, unless its server was killed.
  const replaced = { ...open, parts: [{ blobId: B, range: [0, 100] as [number, number], crc: 'bb' }] }
  expect(breachesIn(happened([created, { ...part('bb', 1), isOpenEnd: true }, part('aa')]), replaced)).toEqual([])
  const killed: Entered[] = [
    created,
    { ...part('bb', 1), isOpenEnd: true },
    { op: 'kill', victim: 'main' },
    { op: 'ready' },
    part('aa'),
  ]
  expect(breachesIn(happened(killed), replaced)).toEqual([expect.stringContaining('INV1')])
})

describe('R51 the checker finds', () => {
  test.each<[string, string, Entered[], EndState]>([
    ['an acknowledged part that is not listed', 'INV1', [created, part('aa'), list([])], whole],
    ['a listed part that nobody sent', 'INV1', [created, part('aa'), list([[0, 60]])], whole],
    ['an acknowledged part that is gone in the end', 'INV1', [created, part('aa')], { ...whole, parts: [] }],
    ['a part with other bytes', 'INV1', [created, part('aa')], { ...whole, parts: [{ ...whole.parts[0]!, crc: 'cc' }] }],
    ['a part that was replaced and is back', 'INV1', [created, part('aa'), part('bb', 1)], whole],
    [
      'a damaged part that counts',
      'INV1',
      [created, part('aa'), { ...part('dd'), flaw: 'wrongCrc', outcome: 'unknown' }],
      { ...whole, parts: [{ ...whole.parts[0]!, crc: 'dd' }] },
    ],
    ['a good part that is refused', 'INV1', [created, { ...part('aa'), outcome: 'fail', status: 422 }], whole],
    ['bytes that nobody sent', 'INV2', [created, part('aa'), published, seen(null)], whole],
    ['bytes that had been replaced', 'INV2', [created, part('bb', 1), part('aa'), published, seen(1)], whole],
    ['a download of another length', 'INV2', [...story, { ...seen(0), isExact: false } as Entered], whole],
    [
      'an announced transfer that is away',
      'INV2',
      [...story, { ...view, state: 'unknown', status: 404, outcome: 'fail' }],
      whole,
    ],
    ['an announced transfer that is not complete', 'INV2', story, { ...whole, uploads: [{ id: U, state: 'open' }] }],
    ['an open transfer that nobody published', 'INV3', [created, part('aa'), view], whole],
    ['an open transfer that lacks a file', 'INV3', [created, part('aa'), published, { ...view, files: [] }], whole],
    ['an added file that is not listed', 'INV1', [created, part('aa'), added, listing(file)], open],
    ['a file that was taken out and is listed', 'INV1', [created, part('aa'), added, removed, listing(file, other)], open],
    ['a file that nobody added', 'INV1', [created, part('aa'), listing(file, other)], open],
    ['a file that is there twice', 'INV1', [created, part('aa'), listing(file, file)], open],
    ['parts that went with a file which stays', 'INV1', [created, part('aa'), added, removed], { ...open, parts: [] }],
    ['an announced transfer that was taken back', 'INV2', [...story, takenBack], whole],
    ['a transfer that was taken back and is visible', 'INV3', [created, arriving, takenBack, viewing('uploading', file)], open],
    ['bytes of one that was taken back', 'INV3', [created, part('aa'), arriving, takenBack, seen(0)], open],
    ['an announced transfer that is still on its way', 'INV2', [...story, viewing('uploading', file)], whole],
    ['other bytes while it arrives than those that count', 'INV2', [created, part('bb', 1), part('aa'), arriving, seen(1)], open],
    ['a version that lacks what it was to bring', 'INV3', [...story, changed, { ...view, files: [] }], whole],
    ['a version that still has what it replaced', 'INV3', [...story, changed, viewing('open', newer, file)], whole],
    ['a zip with a replaced file', 'INV3', [...story, changed, { ...seen(0), files: [shown(file)] } as Entered], whole],
    ['a replaced file that can be had', 'INV8', [...story, changed, oneFile('f1')], whole],
    ['a forward that lacks a file', 'INV3', [...story, forwarded, ofForward(viewing('open'))], whole],
    [
      'a forward that went with its source',
      'INV2',
      [
        ...story,
        forwarded,
        { op: 'delete', slug: S },
        ofForward({ ...view, state: 'unknown', status: 404, outcome: 'fail' } as Entered),
      ],
      whole,
    ],
    ['a forward that was made twice', 'INV7', [...story, forwarded, { ...forwarded, slug: 'slug003' } as Entered], whole],
    [
      'a source and its forward that keep their bytes',
      'INV8',
      [...story, forwarded, { op: 'delete', slug: S }, { op: 'delete', slug: 'slug002' }],
      whole,
    ],
    [
      'a version that stays when its transfer is deleted',
      'INV8',
      [
        ...story,
        { ...created, uploadId: 'u3', slug: 'slug003', forSlug: S, files: [newer] } as Entered,
        changed,
        { op: 'delete', slug: S },
      ],
      { ...gone, uploads: [...gone.uploads, { id: 'u3', state: 'complete' }] },
    ],
    ["access to somebody else's", 'INV6', [...story, { op: 'foreign', path: 'GET /x' }], whole],
    ['a mail that was not sent', 'INV7', story, { ...whole, mails: [] }],
    ['a mail that was sent twice', 'INV7', story, { ...whole, mails: [...whole.mails, ...whole.mails] }],
    ['a deleted transfer that opens', 'INV8', [...story, { op: 'delete', slug: S }, seen(0)], gone],
    ['a deleted transfer that keeps its bytes', 'INV8', [...story, { op: 'delete', slug: S }], whole],
    [
      'a discarded upload that stays',
      'INV8',
      [created, part('aa'), { op: 'discard', uploadId: U }],
      { ...whole, uploads: [{ id: U, state: 'open' }] },
    ],
  ])('%s', (_, invariant, entry, end) => {
    expect(breachesIn(happened(entry), end)).toContainEqual(expect.stringContaining(invariant))
  })
})
