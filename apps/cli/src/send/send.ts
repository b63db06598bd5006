/** `send`: the link lives as soon as the server knows what is coming; then the bytes follow, however often the line breaks (O7, D8). */
import { systemClock } from '@sampan/client/clock'
import { isRefused } from '@sampan/client/sending/refusals'
import { createSending, type SendingActs } from '@sampan/client/sending/run-sending'
import { mayBePublished } from '@sampan/client/sending/sending'
import { nodeTools } from '@sampan/client/upload/node'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { SourceFile, Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import type { RouteReply } from '@sampan/contract/routes/route'
import { quicksend2 } from '@sampan/contract/routes/transfers'
import { discardUpload, stsAuth } from '@sampan/contract/routes/uploads'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { type Account, inTeam, signIn } from '../account/sign-in.ts'
import { askedSecret } from '../ask-secret.ts'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { takeLock } from '../lock.ts'
import { partSenderBy } from '../net/senders.ts'
import { stateDir } from '../places.ts'
import type { SendWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'
import { readFiles } from './read-files.ts'
import { follow, planOf } from './run-upload.ts'
import { openSendRecord, type SendRecord, sendKey } from './send-record.ts'

type Published = RouteReply<typeof quicksend2>
type Sending = { context: Context; account: Account; command: SendWish; files: SourceFile[]; record: SendRecord }

function begin({ context, account, files, record }: Sending): Upload {
  const uploadId = record.published() ?? undefined
  const upload = startUpload({
    api: account.api,
    ticketRequest: { id: account.userId, type: 'userUpload' },
    files,
    connection: '4g',
    crc: nodeTools().crc,
    sendPart: partSenderBy(context.net, context.userAgent),
    ...(uploadId ? { uploadId, isPublished: true } : { checkpoints: record.checkpoints }),
  })
  // A refusal costs no bytes: none leaves before it is published.
  if (!uploadId) upload.pause()
  return upload
}

/** Once, whatever is retried: asked again it answers the transfer that there is. */
function publish({ context, account, command }: Sending, slug: string): Promise<Published> {
  const body = {
    slug,
    sendAs: command.to.length > 0 ? ('email' as const) : ('link' as const),
    emailTo: command.to.map((email) => ({ email })),
    ...(command.message && { message: command.message }),
    language: context.language,
    ...(command.expirySeconds !== null && { expirySeconds: command.expirySeconds }),
    ...(command.password !== null && { password: command.password }),
  }
  const { signal } = context.world
  return withRetries(context, () => account.api.call(quicksend2, { body, retries: 0, signal }))
}

/** What the server will not send takes no quota there, and is begun anew when it is tried again. */
async function giveUpOn({ account, record }: Sending, upload: Upload, uploadId: string): Promise<void> {
  upload.cancel()
  const body = { id: account.userId, type: 'userUpload' as const }
  const { SecurityToken: ticket } = await account.api.call(stsAuth, { body, retries: 0 })
  await account.api.call(discardUpload, { params: { uploadId }, ticket, retries: 0 })
  record.forget()
}

/** A server that lost parts in a crash says so only when it is asked again, behind the last byte. */
function actsOf(sending: Sending, upload: Upload): SendingActs<Published> {
  let [isReported, hasArrived] = [false, false]
  return {
    planned: () => planOf(upload),
    async arrived() {
      await upload.done
      hasArrived = true
    },
    async ask() {
      const published = await publish(sending, upload.plan()!.slug)
      if (!isReported) {
        isReported = true
        upload.resume()
        reportPublished(sending, published)
      }
      return published
    },
    recheck: upload.recheck,
    isWhole: ({ state }) => hasArrived && state !== 'uploading',
    verdictOn: (error) => (isRefused(error) ? 'refused' : 'unanswered'),
  }
}

/** Rejects with what ended it. What may be published is marked before the server is asked, and stays marked. */
async function sendUpload(sending: Sending, upload: Upload): Promise<Published> {
  const { context, record } = sending
  const lifecycle = createSending<Published>(systemClock, record.published() !== null)
  let isMarked = false
  lifecycle.subscribe(() => {
    const plan = upload.plan()
    if (isMarked || !plan || !mayBePublished(lifecycle.state())) return
    isMarked = true
    record.markPublished(plan.uploadId)
  })
  try {
    return await lifecycle.run(actsOf(sending, upload), context.world.signal)
  } catch (error) {
    const plan = upload.plan()
    if (plan && isRefused(error) && lifecycle.state().server === 'nothing')
      await giveUpOn(sending, upload, plan.uploadId).catch(() => {})
    throw error
  }
}

function reportPublished({ context: { show }, account }: Sending, { slug, linkUrl, sendAs }: Published): void {
  const link = linkUrl && new URL(linkUrl, account.server).href
  show.event('published', { slug, sendAs, link })
  if (link && sendAs === 'link') show.note('linkLives', { link })
}

function reportDone({ context: { show }, account, command, files }: Sending, { slug, linkUrl, sendAs }: Published): void {
  const link = linkUrl && new URL(linkUrl, account.server).href
  show.endProgress()
  show.event('done', { slug, sendAs, link, files: countFiles(files), bytes: totalBytes(files) })
  if (sendAs === 'email') show.note('sent', { count: command.to.length })
  else if (link) show.result(link)
}

async function run(sending: Sending): Promise<void> {
  const { context, record } = sending
  const upload = begin(sending)
  let gaveUp: Error | null = null
  const leave = follow(context, upload, (error) => {
    gaveUp = error
  })
  try {
    const published = await sendUpload(sending, upload)
    record.forget()
    reportDone(sending, published)
  } catch (error) {
    throw gaveUp ?? error
  } finally {
    upload.cancel()
    leave()
  }
}

/** A transfer that was deleted while it was interrupted cannot be gone on with: it is sent anew. */
async function runOrBeginAnew(sending: Sending): Promise<void> {
  const wasPublished = sending.record.published() !== null
  try {
    await run(sending)
  } catch (error) {
    const isGone = error instanceof Problem && error.code === 'uploadNotFound'
    if (!isGone || !wasPublished) throw error
    sending.record.forget()
    await run(sending)
  }
}

export async function send(context: Context, asked: SendWish): Promise<void> {
  const { show, world } = context
  const own = await signIn(context)
  const account = asked.isForTeam ? await inTeam(context, own) : own
  const command = { ...asked, password: await askedSecret(world, asked.password, '--password', 'typePassword', context.language) }
  const files = await readFiles(command.files, world.cwd, (name) => show.note('skippedSpecial', { name }))
  const { server, userId } = account
  const key = sendKey({ server, userId, ...command, files: world.cwd }, files)
  const record = openSendRecord(stateDir(world), key, `userUpload:${userId}`, files)
  const release = takeLock(record.lockPath)
  if (!release) throw new Stop('failed', 'alreadyRunning')
  try {
    show.event('started', { files: countFiles(files), bytes: totalBytes(files) })
    show.note('sendingTo', { files: countFiles(files), size: show.size(totalBytes(files)) })
    await runOrBeginAnew({ context, account, command, files, record })
  } finally {
    release()
  }
}
