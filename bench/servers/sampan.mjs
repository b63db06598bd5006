/** The built server as people run it, with a data folder of its own. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { freePort, postmasterOf } from '../../scripts/processes/processes.mjs'
import { environment, familyOf, start } from '../processes.mjs'

const program = resolve(import.meta.dirname, '../../apps/server/dist/main.js')
/** What would refuse the bench's own sizes; nothing is switched off. */
const limits = {
  PLAN_LIMITS:
    'free.uploadBytes=1000000000000,free.storageBytes=1000000000000,free.files=10000,free.transfersPerMonth=1000000000',
  RATE_LIMITS:
    'codeNetwork=100000/3600,signUpNetwork=100000/3600,loginNetwork=100000/900,' +
    'senderMails=1000000/60,networkMails=1000000/60,recipientMails=1000000/60,mailboxMails=1000000/60,mailboxMailsDay=1000000/60',
}

/** In the database itself: for rows that no sender could make in a bench's time. */
export async function withSql(dataDir, work) {
  const password = readFileSync(join(dataDir, 'db/password'), 'utf8').trim()
  const at = { host: join(dataDir, 'db/socket'), port: 5432, user: 'sampan', database: 'sampan', password, ssl: false }
  const client = new pg.Client(at)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** `more` are settings, `node` is what runs it; the folder may be one that a former start has left. */
export async function startSampan(folder, more = {}, node = process.execPath) {
  const dataDir = join(folder, 'sampan')
  const port = await freePort()
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOW_WATER_BYTES: '0',
    DISK_OVERBOOKING: '0',
    LOG_LEVEL: 'error',
    ...limits,
    ...(process.env.WORKERS && { WORKERS: process.env.WORKERS }),
    ...more,
  }
  const { pid, stop } = await start([node, program], environment(settings), /^Sampan is ready/)
  const postmaster = postmasterOf(dataDir)
  const database = () => (postmaster ? familyOf(postmaster) : [])
  const processes = () => familyOf(pid, postmaster)
  return {
    name: 'Sampan',
    port,
    dataDir,
    outbox: join(dataDir, 'outbox'),
    stop,
    /** The processes that serve, with what starts them; the database has its own. */
    processes,
    database,
    kill: async () => {
      for (const each of processes()) process.kill(each, 'SIGKILL')
      await stop('SIGKILL')
    },
  }
}
