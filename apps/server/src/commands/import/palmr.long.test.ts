/** Moving here from Palmr: folders, receive links and what had come by them, encrypted files. */
import { createCipheriv, randomBytes } from 'node:crypto'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { get } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { callCommand, commandActs, poolOf } from '../test-store.ts'
import { importPalmr, importPingvin } from './command.ts'
import { palmrKey } from './decrypt.ts'
import { install, palmrShape, pingvinXShape, removeInstalled } from './test-source.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterAll(removeInstalled)

async function call(of: { database: string; files: string }, values: Record<string, string> = {}, command = importPalmr) {
  const out: string[] = []
  const given = { values: { database: of.database, files: of.files, ...values }, operands: [] }
  const code = await callCommand(command, server.services.config, poolOf(server).options, given, out)
  return { code, lines: out }
}
const rows = async (query: ReturnType<typeof sql>) => (await server.services.db.execute<Record<string, any>>(query)).rows
const lead = async (path: string) => (await get(`${server.url}${path}`, { accept: 'text/html' })).headers.get('location')

async function filesByOldLink(path: string) {
  const to = (await lead(path))!
  expect(to).toMatch(/^\/w\/[0-9A-Za-z]{7}$/)
  const slug = to.split('/').at(-1)
  const view = await (await fetch(`${server.url}/api/transfers/${slug}`)).json()
  const bytesOf = async (fileId: string) =>
    (await get(`${server.url}/api/transfers/${slug}/files/${fileId}?dl=${encodeURIComponent(view.dl)}`)).bytes
  const files = view.files as { path: string; fileId: string }[]
  return new Map(await Promise.all(files.map(async (file) => [file.path, await bytesOf(file.fileId)] as const)))
}

/** As Palmr writes it. */
function encrypted(key: string, bytes: Buffer): Buffer {
  const vector = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', palmrKey(key), vector)
  return Buffer.concat([vector, cipher.update(bytes), cipher.final()])
}

const user = (id: string, more = {}) => ({
  ...{ id, firstName: id, lastName: '李', username: id, email: `${id}@palmr.example`, isAdmin: 0, isActive: 1 },
  ...{ password: '$2b$10$C6UzMDM.H6dfI/f/IKcEeO5e1w0yH1Q9o0Zf3y1c8a4bqQ0b3zJ0W', ...more },
})

test('O9 O11 Palmr: folders, aliases, limits and receive links come over, with what had come by them, and it is written down', async () => {
  const at = server.services.clock().getTime()
  const [ago, later] = [at - 86_400_000, at + 86_400_000]
  const object = (name: string) => `mei/1700000000000-${name}`
  const bytes: Record<string, Buffer> = {
    'top.bin': randomBytes(100_000),
    '照片 1.jpg': randomBytes(5000),
    'deep.txt': Buffer.from('deep'),
    'empty.txt': Buffer.alloc(0),
    'alone.txt': Buffer.from('in no share'),
    'received.txt': Buffer.from('from a visitor'),
  }
  const file = (name: string, folderId: string | null = null) => ({
    ...{ id: name, name, extension: 'x', size: bytes[name]!.length, objectName: object(name), userId: 'mei', folderId },
  })
  const source = await install(palmrShape, {
    users: [user('mei', { isAdmin: 1 })],
    files: [
      file('top.bin'),
      file('照片 1.jpg', 'photos'),
      file('deep.txt', 'deep'),
      file('empty.txt', 'deep'),
      file('alone.txt'),
    ],
    folders: [
      { id: 'photos', name: '港口', parentId: null, userId: 'mei' },
      { id: 'deep', name: 'deep', parentId: 'photos', userId: 'mei' },
      { id: 'nothing', name: 'nothing', parentId: 'photos', userId: 'mei' },
      { id: 'circle', name: 'circle', parentId: 'circle', userId: 'mei' },
    ],
    shares: [
      { id: 's1', name: 'Photos', views: 1, expiration: null, createdAt: ago, creatorId: 'mei', securityId: 'g1' },
      { id: 's2', name: 'Locked', views: 0, expiration: later, createdAt: ago, creatorId: 'mei', securityId: 'g2' },
      { id: 's3', name: 'Circle', views: 0, expiration: later, createdAt: ago, creatorId: 'mei', securityId: 'g3' },
    ],
    share_security: [{ id: 'g1', maxViews: 10 }, { id: 'g2', password: '$2b$10$abc' }, { id: 'g3' }],
    share_recipients: [{ id: 'r', shareId: 's2', email: 'li@example.cn' }],
    share_aliases: [
      { id: 'a1', alias: 'photos', shareId: 's1' },
      { id: 'a2', alias: 'locked', shareId: 's2' },
    ],
    _ShareFiles: [
      { A: 'top.bin', B: 's1' },
      { A: 'top.bin', B: 's2' },
    ],
    _ShareFolders: [
      { A: 'photos', B: 's1' },
      { A: 'circle', B: 's3' },
    ],
    reverse_shares: [
      {
        ...{
          id: 'in',
          name: 'Invoices',
          description: '发票',
          maxFiles: 3,
          maxFileSize: 4000,
          allowedFileTypes: 'dwg, .JPG,exe/bad',
        },
        ...{ isActive: 1, nameFieldRequired: 'REQUIRED', emailFieldRequired: 'HIDDEN', creatorId: 'mei', createdAt: ago },
      },
      { id: 'off', name: 'Off', isActive: 0, creatorId: 'mei' },
    ],
    reverse_share_files: [
      {
        ...{
          id: 'f',
          name: 'received.txt',
          extension: 'txt',
          size: bytes['received.txt']!.length,
          objectName: object('received.txt'),
        },
        ...{ uploaderName: 'Bo', createdAt: ago, reverseShareId: 'in' },
      },
    ],
    reverse_share_aliases: [{ id: 'b', alias: 'invoices', reverseShareId: 'in' }],
  })
  // Its folders have no letters beyond ASCII.
  for (const [name, content] of Object.entries(bytes)) source.put(object(name).replace(/[^a-zA-Z0-9\-_./]/g, '_'), content)

  const { code, lines } = await call(source)
  expect(await commandActs(server)).toEqual(['imported palmr'])
  expect(lines).toEqual([
    'account  mei@palmr.example: came over; its password cannot be taken over: its owner chooses one by “Forgot password”; was an administrator there, and is an ordinary account here',
    'share    /s/photos: came over',
    'share    /s/locked: came over; its password cannot be taken over: it is closed until its owner sets a new one',
    'share    share Circle: stays behind; none of its files can be read',
    'share    files received by Invoices: came over',
    'request  /r/invoices: came over',
    'request  receive link Off: stays behind; it was switched off there',
    'Files in no share: 1. Sampan keeps what is sent or asked for, so they stay behind.',
    'Came over: 1 account, 3 shares, 1 request, with 6 files of 205 KB.',
    'Here before: nothing.',
    'Stays behind: 1 share, 1 request.',
  ])
  expect(code).toBe(1)

  const files = await filesByOldLink('/s/photos')
  expect([...files.keys()].sort()).toEqual(
    ['top.bin', '港口/deep/deep.txt', '港口/deep/empty.txt', '港口/nothing/', '港口/照片 1.jpg'].sort(),
  )
  expect(files.get('top.bin')!.equals(bytes['top.bin']!)).toBe(true)
  expect(files.get('港口/照片 1.jpg')!.equals(bytes['照片 1.jpg']!)).toBe(true)
  const slug = (await lead('/s/locked'))!.split('/').at(-1)
  const view = await (await fetch(`${server.url}/api/transfers/${slug}`)).json()
  expect(view).toMatchObject({ state: 'password', files: [] })
  const tried = await new Browser(server).call('POST', `/api/transfers/${slug}/unlock`, { password: 'abc' })
  expect(tried.status).toBe(401)

  const [request] = await rows(sql`select * from file_requests where title = 'Invoices'`)
  expect(request).toMatchObject({ message: '发票', max_files: 3, max_file_bytes: '4000', accept: ['.dwg', '.jpg'] })
  expect(request).toMatchObject({ name_field: 'required', email_field: 'hidden', max_submissions: null })
  expect(await lead('/r/invoices')).toBe(`/r/${request!.slug}`)
  expect((await get(`${server.url}/r/invoicez`, { accept: 'text/html' })).status).toBe(404)
  const [received] = await rows(sql`select * from transfers where title = 'Invoices'`)
  expect(received).toMatchObject({ is_restricted: true, message: 'Bo' })
  expect((await fetch(`${server.url}/api/transfers/${received!.slug}`)).status).toBe(404)
})

test.each([0, 1, 15, 16, 17, 70_000_000])(
  'O9 Palmr: a file of %d bytes that was encrypted there is read with its key alone',
  async (size) => {
    const plain = randomBytes(size)
    const id = `sealed${size}`
    const source = await install(palmrShape, {
      users: [user('wei')],
      files: [{ id, name: 'sealed.bin', extension: 'bin', size, objectName: `wei/${id}`, userId: 'wei' }],
      shares: [{ id, createdAt: 1, views: 0, creatorId: 'wei', securityId: 'g' }],
      share_security: [{ id: 'g' }],
      share_aliases: [{ id: 'a', alias: id, shareId: id }],
      _ShareFiles: [{ A: id, B: id }],
    })
    source.put(`wei/${id}`, encrypted('a key of 32 characters and more!', plain))
    const keyFile = (name: string, text: string) => {
      const path = join(server.services.config.dataDir, name)
      writeFileSync(path, text)
      return path
    }
    expect((await call(source)).lines).toContainEqual(
      expect.stringMatching(/sealed\.bin: stays behind; it is damaged: .* encrypted$/),
    )
    const wrong = await call(source, { 'key-file': keyFile('wrong.key', 'another') })
    expect(wrong.lines).toContainEqual(expect.stringContaining('sealed.bin: stays behind; it is encrypted by another key'))
    const right = await call(source, { 'key-file': keyFile('right.key', 'a key of 32 characters and more!\n') })
    expect(right.code).toBe(0)
    expect((await filesByOldLink(`/s/${id}`)).get('sealed.bin')!.equals(plain)).toBe(true)
  },
)

test('O9 Pingvin Share X: its own layout of folders, times as text, people by account, and what is blocked', async () => {
  const at = server.services.clock().getTime()
  const [ago, later] = [at - 86_400_000, at + 86_400_000].map((ms) => new Date(ms).toISOString().replace('Z', '+00:00'))
  const share = { createdAt: ago, uploadLocked: 1, views: 0, expiration: later, creatorId: 'u' }
  const source = await install(pingvinXShape, {
    User: [
      { id: 'u', username: 'u', fullname: '陈 Chen', email: 'chen@x.example', password: null, isAdmin: 0 },
      { id: 'v', username: 'v', email: 'visitor@x.example', password: null, isAdmin: 0, isActivated: 1, fullname: '' },
      { id: 'w', username: 'w', email: 'waiting@x.example', password: null, isAdmin: 0, isActivated: 0 },
    ],
    Share: [
      { ...share, id: 'x-native', storagePath: 'chen/Plans 2026' },
      { ...share, id: 'x-bucket', storageProvider: 'S3' },
      { ...share, id: 'x-blocked', blockedAt: ago },
      { ...share, id: 'x-outside', storagePath: '..' },
      { ...share, id: 'x-linked', storagePath: 'linked' },
    ],
    File: [
      { id: 'f1', name: 'plan.txt', size: '4', shareId: 'x-native', storageName: 'plan.txt' },
      { id: 'f2', name: '桶.txt', size: '6', shareId: 'x-bucket' },
      { id: 'f3', name: 'b.txt', size: '1', shareId: 'x-blocked' },
      { id: 'f4', name: 'o.txt', size: '7', shareId: 'x-outside', storageName: 'outside.txt' },
      { id: 'f5', name: 'l.txt', size: '7', shareId: 'x-linked', storageName: 'outside.txt' },
    ],
    ShareSecurity: [{ id: 's', shareId: 'x-native', restrictToRecipients: 1 }],
    ShareUserRecipient: [{ id: 'r', shareId: 'x-native', userId: 'v' }],
  })
  source.put('chen/Plans 2026/plan.txt', Buffer.from('plan'))
  source.put('x-bucket/桶.txt', Buffer.from('bucket'))
  // There, and as long as it should be, but not in the folder that was named.
  source.put('../outside.txt', Buffer.from('outside'))
  symlinkSync('..', join(source.files, 'linked'))
  const { lines } = await call(source, { language: 'zh' }, importPingvin)
  expect(lines).toContain(
    'share    /share/x-native: came over; only those whom it names may open it: mail them again from the dashboard',
  )
  expect(lines).toContain('account  waiting@x.example: stays behind; it was never activated there')
  for (const name of ['/share/x-outside o.txt', '/share/x-linked l.txt'])
    expect(lines).toContain(`file     ${name}: stays behind; it is missing`)
  expect(lines).toContain('share    /share/x-blocked: stays behind; it was blocked there')
  expect([...(await filesByOldLink('/share/x-bucket')).values()]).toEqual([Buffer.from('bucket')])
  const [native] =
    await rows(sql`select t.*, u.full_name, u.language as spoken from transfers t join imported i on i.transfer_id = t.id
    join users u on u.id = t.author_id where i.alias = 'x-native'`)
  expect(native).toMatchObject({ is_restricted: true, is_link_open: false, send_as: 'email', full_name: '陈 Chen', spoken: 'zh' })
  expect(await rows(sql`select email from recipients where transfer_id = ${native!.id}`)).toEqual([
    { email: 'visitor@x.example' },
  ])
})

test('O9 what a plan does not allow comes all the same and is told; an account that was here stays as it is', async () => {
  const account = await Account.create(server, { usedBytes: 9_999_999_999 })
  const files = Array.from({ length: 51 }, (_, n) => ({
    ...{ id: `many${n}`, name: `${n}.txt`, extension: 'txt', size: 1, objectName: `me/${n}.txt`, userId: 'me' },
  }))
  const source = await install(palmrShape, {
    users: [user('me', { email: account.email.toUpperCase(), firstName: 'Another' })],
    files,
    shares: [
      {
        id: 'many',
        name: 'x'.repeat(130),
        description: '长'.repeat(300),
        createdAt: 1,
        views: 0,
        creatorId: 'me',
        securityId: 'g',
      },
    ],
    share_security: [{ id: 'g' }],
    share_recipients: [],
    _ShareFiles: files.map(({ id }) => ({ A: id, B: 'many' })),
  })
  for (const { objectName } of files) source.put(objectName, Buffer.from('1'))
  const { lines } = await call(source)
  expect(lines).toContain(
    `account  ${account.email}: was here before; the account of that address stays as it is, its password too`,
  )
  expect(lines).toContainEqual(
    expect.stringContaining(
      ': came over; its name is cut to 120 characters; its description is cut to 280 characters; it is larger than its owner’s plan allows; with it its owner holds more than the plan allows',
    ),
  )
  expect(await account.owner()).toMatchObject({ usedBytes: 10_000_000_050, reservedBytes: 0 })
  const [me] = await rows(sql`select full_name, password_hash from users where email = ${account.email}`)
  expect(me).toEqual({ full_name: '', password_hash: '' })
  expect(await account.countedTransfers()).toBe(0)
})
