/** One life of one server process: the real acts behind real HTTP, a pool and a storage of its own; it may die at any moment. */
import cookie from '@fastify/cookie'
import { quicksend2 } from '@sampan/contract/routes/transfers'
import Fastify, { type FastifyInstance } from 'fastify'
import pino from 'pino'
import { openDiskStore } from '../../src/adapters/storage/disk.ts'
import { sealedStorage } from '../../src/adapters/storage/sealed.ts'
import { withUploadPurposes } from '../../src/app.ts'
import type { Config } from '../../src/config/config.ts'
import { type Connection, type ConnectionOptions, connect } from '../../src/db/connect.ts'
import { publishTransfer } from '../../src/features/transfers/publish-transfer.ts'
import { uploadRoutes } from '../../src/features/uploads/index.ts'
import type { Identity } from '../../src/http/actor.ts'
import { deliverEarlyAnswers } from '../../src/http/early-answer.ts'
import { replyWithError } from '../../src/http/error-reply.ts'
import { keepLowestRate } from '../../src/http/lowest-rate.ts'
import { randomText } from '../../src/http/random-text.ts'
import { type HttpContext, serveRoute } from '../../src/http/serve-route.ts'
import type { Metrics } from '../../src/metrics/metrics.ts'
import type { Services } from '../../src/services.ts'
import type { Gate, Watched } from './database-gate.ts'
import { mount } from './file-system.ts'
import { counted } from './quiet.ts'
import type { VirtualDisk } from './virtual-disk.ts'
import type { Listener, Network } from './virtual-network.ts'

export type Base = {
  postgres: ConnectionOptions
  config: Config
  masterKeys: Services['masterKeys']
  metrics: Metrics
  /** By session. */
  identities: Map<string, Identity>
  secret: Buffer
}
export type Life = Watched & { services: Services; listener: Listener; kill: () => Promise<void> }
type World = { base: Base; disk: VirtualDisk; gate: Gate; network: Network; complain: (text: string) => void }

export const storageOwner = 'simulation'
const maxPool = 6
const silenceMs = 30_000

export async function startLife(world: World, name: string): Promise<Life> {
  const { base, disk, gate, network } = world
  const connection: Connection = connect({ ...base.postgres, max: maxPool, idleTimeoutMillis: 0 }, () => {})
  const watched: Watched = { name, pool: connection.pool, isDead: false }
  await connectAll(connection)
  gate.watch(watched)
  const root = mount(name, { disk, isDead: () => watched.isDead })
  const storage = sealedStorage(await openDiskStore(`${root}/blobs`, { owner: storageOwner }))
  const services = servicesOf(world, connection, storage)
  const app = await counted(makeApp(world, services, () => watched.isDead))
  const listener: Listener = { name, http: app.server, sockets: new Set() }
  network.listeners.push(listener)
  return Object.assign(watched, {
    services,
    listener,
    kill: async () => {
      network.listeners.splice(network.listeners.indexOf(listener), 1)
      const gone = gate.kill(watched)
      for (const socket of listener.sockets) socket.breakOff()
      await gone
    },
  })
}

/** Before anything is asked: how long a connection takes to be made is not the seed's to say. */
async function connectAll({ pool }: Connection): Promise<void> {
  const clients = await Promise.all(Array.from({ length: maxPool }, () => pool.connect()))
  for (const client of clients) client.release()
}

function servicesOf({ base }: World, { db }: Connection, storage: Services['storage']): Services {
  const { config, masterKeys, metrics, secret } = base
  const unused = { ticket: secret, access: secret, refresh: secret, link: secret, bounce: secret, download: secret }
  const secrets = { ...unused, export: secret, code: secret, licence: secret, trial: secret, reset: secret, outbox: secret }
  const log = pino({ level: 'silent' })
  const own = { config, db, storage, masterKeys, secrets, clock: () => new Date(), log, metrics, linkMissed: () => {} }
  // What publishing and receiving never ask for is not there.
  return own as unknown as Services
}

async function makeApp(world: World, services: Services, isDead: () => boolean): Promise<FastifyInstance> {
  const app = Fastify({
    genReqId: () => randomText(16),
    requestTimeout: 0,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    pluginTimeout: 0,
  })
  await app.register(cookie)
  app.setErrorHandler((error, request, reply) => {
    // A dead process may fail as it likes.
    const isOurs = 'code' in (error as object) && (error as { code: unknown }).code !== undefined
    if (!isOurs && !isDead()) world.complain(`500 ${request.method} ${request.url}: ${(error as Error).stack}`)
    return replyWithError(error as Error, request, reply)
  })
  keepLowestRate(app)
  deliverEarlyAnswers(app)
  app.addHook('onRequest', async (request, reply) => {
    request.raw.socket.setTimeout(silenceMs)
    reply.header('x-request-id', request.id)
  })
  const identityOf = async (sessionId: string) => world.base.identities.get(sessionId) ?? null
  const context: HttpContext = {
    config: services.config,
    secrets: services.secrets,
    clock: services.clock,
    identityOf,
    recentIdentityOf: identityOf,
    ownerOfCookie: async () => null,
    sessionOfApiToken: async () => null,
    noteApiTokenUse: async () => {},
  }
  await uploadRoutes(app, context, withUploadPurposes(services))
  serveRoute(app, context, quicksend2, ({ actor, body }) => publishTransfer(withUploadPurposes(services), actor, body))
  await app.ready()
  return app
}
