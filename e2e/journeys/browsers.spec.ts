/** The ways of files in the other engines, as one table of steps: each in every engine and in both languages. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { badLine, changeOnce } from '../bad-line.ts'
import { named, type OpenEngine, type PageIn, pageIn } from '../engines/engine.ts'
import { openFirefox } from '../engines/firefox.ts'
import { openWebkit } from '../engines/webkit.ts'
import { makeFiles, sha256 } from '../files.ts'
import { codeIn, expect, linkIn, someone, test } from '../journey.ts'
import { receivedHashes } from '../measure/received.ts'
import { prepareTransfer } from '../prepared.ts'
import { png, previewFiles } from '../preview-files.ts'
import type { Server } from '../server.ts'
import { type Account, makeAccount, sendAs } from '../signed-in.ts'
import { unzip } from '../unzip.ts'

const files = [
  { path: 'harbour.png', bytes: png(64, 40) },
  { path: 'notes.txt', bytes: Buffer.from('Ahoy\n'.repeat(20_000)) },
]
const endOfZip = Buffer.from('504b0506', 'hex')

const engines: Record<string, OpenEngine> = { Firefox: openFirefox, WebKit: openWebkit }

/** What accounts made without the screens have. */
const testPassword = 'a sampan at dusk'

type Given = { page: PageIn; server: Server }

const heading = (level: number, text: string) => named(`self::h${level}`, text)

async function logIn({ page, server }: Given): Promise<Account> {
  const { t, language } = page
  const account = await makeAccount(server, { lang: language, fullName: 'Anna Berg' })
  await page.open(`${server.url}${language === 'zh' ? '/zh' : ''}/login`)
  await page.type('//input[@type="email"]', account.email)
  await page.type('//input[@type="password"]', testPassword)
  await page.click('//form//button[@type="submit"]')
  await page.there(`//button[contains(., "${t('dash.accountOf', { name: 'Anna Berg' })}")]`)
  return account
}

/** What has been saved under this name, as soon as it is whole. */
async function saved(page: PageIn, name: RegExp, isWhole: (bytes: Buffer) => boolean): Promise<Buffer> {
  let bytes: Buffer | undefined
  const look = async () => {
    const all = await readdir(page.engine.downloads, { recursive: true })
    const file = all.find((each) => name.test(path.basename(each)))
    bytes = file === undefined ? file : await readFile(path.join(page.engine.downloads, file))
    return bytes !== undefined && isWhole(bytes)
  }
  await expect.poll(look, `${name} saved`).toBe(true)
  return bytes!
}

/** Somebody with the link takes the first file. */
async function takeFirst(server: Server, slug: string): Promise<Buffer> {
  const { dl, files } = await (await fetch(`${server.url}/api/transfers/${slug}`)).json()
  const reply = await fetch(`${server.url}/api/transfers/${slug}/files/${files[0].fileId}?dl=${dl}`)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

const secondsOf = (recording: Buffer) =>
  new Input({ formats: ALL_FORMATS, source: new BufferSource(recording) }).computeDuration()

/** So slow that most is left when the address is verified, however long that takes. */
const slow = { delayMs: 20, bytesPerSecond: { up: 150_000 } }
const faster = { bytesPerSecond: { up: 1_500_000 } }
const labelled = (label: string) => `//input[@aria-label="${label}" or @id=//label[normalize-space(.)="${label}"]/@for]`
const filesInput = '//section[@aria-labelledby="send-card"]//input[@name="files"]'
const submit = '//section[@aria-labelledby="send-card"]//button[@type="submit"]'

/** The one link that the account has sent: its slug. */
async function sentAsLink({ page }: Given, account: Account): Promise<string> {
  // The line that comes with the first bytes moves all below it.
  await page.there('//*[@data-early]')
  await page.press(page.t('send.byLink'))
  await page.click(submit)
  await page.there(heading(2, page.t('send.linkTitle')))
  return (await account.browser.withAccess('GET', '/getQs')).json.allDocs[0].slug
}

const steps: Record<string, (given: Given) => Promise<void>> = {
  'A3 T2 an account logs in, and sees a download without a reload': async (given) => {
    const { page, server } = given
    const account = await logIn(given)
    const slug = await sendAs(account, { sendAs: 'link', emailTo: [] })
    await page.open(`${server.url}/dash/transfers`)
    await page.says(page.t('dash.noDownloads'))
    await takeFirst(server, slug)
    await page.says(page.t('dash.downloadCount', { count: 1, number: 1 }))
  },
  'Q2 Q8 a folder is sent as a link': async (given) => {
    const { page, server } = given
    const account = await logIn(given)
    await page.open(`${server.url}/dash/send`)
    const folder = { 'harbour/a.txt': 'Ahoy', 'harbour/deep/船.txt': '你好' }
    await page.chooseFolder('//input[@name="folder"]', folder)
    const slug = await sentAsLink(given, account)
    const hashes = Object.entries(folder).map(([name, text]) => [name, sha256(Buffer.from(text))] as const)
    expect(await receivedHashes(`${server.url}/d/${slug}`)).toEqual(new Map(hashes))
  },
  'U5 an upload goes on after a reload': async ({ page, server }) => {
    const { t } = page
    const line = await badLine(server, slow)
    const home = line.url + (page.language === 'zh' ? '/zh/' : '/')
    const made = await makeFiles({ 'one.bin': 24_000_000 })
    const [sender, reader] = [someone('sender'), someone('reader')]
    await page.open(home)
    await page.choose(filesInput, [made.at('one.bin')])
    await page.type(labelled(t('send.emailTo')), `${reader},`)
    await page.type('//input[@name="email"]', sender)
    await page.click(submit)
    await page.type(labelled(t('send.code')), codeIn(await server.mailTo(sender, 1)))
    await page.press(t('send.verify'))
    const progress = '//section[@aria-labelledby="send-card"]//*[@role="progressbar"]'
    await page.there(progress)
    line.set(faster)
    await changeOnce(line, async () => (await page.count(`${progress}[@aria-valuenow > 40]`)) > 0, slow)
    await page.open(home)
    await page.says(t('send.interruptedTitle'))
    line.set({ hold: { down: true } })
    await page.choose(filesInput, [made.at('one.bin')])
    await page.says(t('send.resuming'))
    line.set({ hold: { down: false }, bytesPerSecond: 0 })
    await page.there(heading(2, t('send.doneTitle')))
    expect(await receivedHashes(linkIn(await server.mailTo(reader, 1)))).toEqual(new Map(Object.entries(made.hashes)))
    await line.stop()
  },
  'D2 one file and all as a zip are downloaded': async ({ page, server }) => {
    const { link } = await prepareTransfer(server, files)
    await page.open(new URL(link, server.url).href)
    await page.press(page.t('download.downloadFile', { name: 'notes.txt' }))
    const [, notes] = files
    await saved(page, /notes.*\.txt$/, (bytes) => bytes.equals(notes!.bytes))
    await page.click('//article//*[(self::a or self::button) and not(@aria-expanded) and contains(., " · ")]')
    const zip = await saved(page, /\.zip$/, (bytes) => bytes.includes(endOfZip))
    expect(unzip(zip)).toEqual(new Map(files.map((file) => [file.path, file.bytes])))
  },
  'R2 a request is answered': async ({ page, server }) => {
    const account = await makeAccount(server, { fullName: 'Anna Berg' })
    const asked = await account.browser.withAccess('POST', '/api/requests', {
      title: 'Order 66',
      documents: [{ name: 'Invoice' }],
      sendAs: 'email',
      emailTo: [{ email: someone('li') }],
    })
    const made = await makeFiles({ 'invoice.pdf': 300_000 })
    await page.open(server.url + new URL(asked.json.suppliers[0].linkUrl).pathname)
    await page.choose('//input[@data-place="Invoice"]', [made.at('invoice.pdf')])
    await page.press(page.t('request.sendFiles', { count: 1, number: 1 }))
    await page.there(heading(1, page.t('request.doneTitle')))
    const read = await account.browser.withAccess('GET', `/api/requests/${asked.json.request.slug}`)
    expect(read.json.suppliers[0].slots[0].files[0]).toMatchObject({ path: 'invoice.pdf', size: 300_000 })
  },
  'Q9 a voice memo is recorded and sent': async (given) => {
    const { page, server } = given
    const account = await logIn(given)
    await page.open(`${server.url}/dash/send`)
    await page.press(page.t('send.recordVoice'))
    await page.says('0:01')
    await page.press(page.t('recording.stop'))
    await page.there(named('self::button', page.t('player.play')))
    const slug = await sentAsLink(given, account)
    expect(await secondsOf(await takeFirst(server, slug))).toBeGreaterThan(0.5)
  },
  'D4 every kind of file is looked at on the page of a link': async ({ page, server }) => {
    const { link } = await prepareTransfer(server, previewFiles)
    await page.open(new URL(link, server.url).href)
    const [first] = previewFiles
    await page.press(page.t('download.preview', { name: first!.path }))
    for (const [index, { path: name }] of previewFiles.entries()) {
      if (index) await page.press(page.t('preview.next'))
      await page.there(`//*[@role="dialog" or self::dialog]${heading(2, name)}`)
      await page.gone('//*[@role="dialog" or self::dialog]//*[@aria-busy="true" or @role="alert"]')
    }
  },
}

/** The camera that WebKitGTK plays gives its recorder nothing: the page says that nothing was recorded. */
const inFirefox: typeof steps = {
  'Q10 a video message is recorded and sent': async (given) => {
    const { page, server } = given
    const account = await logIn(given)
    await page.open(`${server.url}/dash/send`)
    await page.press(page.t('send.recordVideo'))
    await page.press(page.t('recording.start'))
    await page.says('0:01')
    await page.press(page.t('recording.stop'))
    await page.press(page.t('recording.use'))
    await page.gone('//*[@role="dialog" or self::dialog]')
    const slug = await sentAsLink(given, account)
    expect(await secondsOf(await takeFirst(server, slug))).toBeGreaterThan(0.5)
  },
}

/** Of the journey that runs. */
let shown: (() => Promise<string>) | undefined
// The limit of a journey ends it without a word of what the page shows.
test.afterEach(async () => {
  if (test.info().status === 'timedOut') console.log(await shown?.())
})

for (const [engine, open] of Object.entries(engines))
  for (const language of ['en', 'zh'] as const)
    for (const [title, step] of Object.entries(engine === 'Firefox' ? { ...steps, ...inFirefox } : steps))
      test(`${title} (${engine}, ${language})`, async ({ server, complaints }) => {
        const driven = await open(language, complaints.heard)
        const page = pageIn(driven, language)
        shown = page.text
        try {
          await step({ page, server })
        } catch (error) {
          console.log(await page.text())
          throw error
        } finally {
          await driven.close()
        }
      })
