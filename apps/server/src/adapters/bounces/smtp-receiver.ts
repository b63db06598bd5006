/** A mail server as small as can be: takes mails to addresses of ours, and no others; the operator's mail server forwards them. */
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { Receiver, Receiving } from './bounces.ts'

/** Reports carry the mail that came back, at most in part. */
const maxBytes = 1_000_000
const maxClients = 20
const waitMs = 60_000
const closeMs = 5_000

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += (chunk as Buffer).length
    // Read to its end all the same: the answer comes after it.
    if (length <= maxBytes) chunks.push(chunk as Buffer)
  }
  if (length > maxBytes) throw refusal(552, 'Too large')
  return Buffer.concat(chunks)
}

export async function startReceiver({ host, port, accepts, take, onError }: Receiving): Promise<Receiver> {
  const server = new SMTPServer({
    banner: 'delivery reports only',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    maxClients,
    socketTimeout: waitMs,
    closeTimeout: closeMs,
    onRcptTo: ({ address }, session, done) => {
      if (session.envelope.rcptTo.length > 0) return done(refusal(452, 'One recipient at a time'))
      done(accepts(address) ? null : refusal(550, 'No such address here'))
    },
    onData: (stream, { envelope }, done) => {
      readAll(stream)
        .then((bytes) => take(envelope.rcptTo[0]?.address ?? '', bytes))
        .then(
          () => done(null, 'Thank you'),
          (error) => {
            const isRefusal = typeof error?.responseCode === 'number'
            if (!isRefusal) onError(error)
            done(isRefusal ? error : refusal(451, 'Please come again later'))
          },
        )
    },
  })
  // Peers that break off are no news.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
