/** Replicas as if each had a machine of its own, behind nginx with the configuration of deploy/: one database, one folder of keys, one store. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '../../scripts/processes/processes.mjs'
import { startNginxWith } from './references.mjs'
import { startSampan, withSql } from './sampan.mjs'

const site = resolve(import.meta.dirname, '../../deploy/nginx.replicas.conf')

const proxyTo = (port, ports) =>
  readFileSync(site, 'utf8')
    .replace(/(\n *server sampan-\d:3000;)+/, ports.map((each) => `\n  server 127.0.0.1:${each};`).join(''))
    .replace('listen 80;', `listen 127.0.0.1:${port} reuseport;`)

/** Whose database the replicas share: a service of its own that nobody asks for anything. */
export const startHost = (folder) => startSampan(join(folder, 'host'), { WORKERS: '1' })

async function databaseIn(host, name) {
  await withSql(host.dataDir, (db) => db.query(`create database ${name}`))
  const password = readFileSync(join(host.dataDir, 'db/password'), 'utf8').trim()
  return `postgres://sampan:${password}@127.0.0.1/${name}?host=${encodeURIComponent(join(host.dataDir, 'db/socket'))}`
}

/** As one server: `settings` may name another store; null where there is no nginx. */
export async function startReplicas(folder, name, count, host, settings = {}) {
  const shared = join(folder, name)
  const names = ['keys', 'outbox', ...(settings.STORE ? [] : ['blobs'])]
  for (const each of names) mkdirSync(join(shared, each), { recursive: true })
  const port = await freePort()
  const more = {
    ...settings,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WORKERS: '1',
    DATABASE_URL: await databaseIn(host, name),
    DATABASE_POOL: '8',
    KEYS_DIR: join(shared, 'keys'),
    TRUST_PROXY: '127.0.0.1',
  }
  const replicas = []
  for (let index = 0; index < count; index++) {
    const own = join(shared, `replica-${index}`)
    mkdirSync(join(own, 'sampan'), { recursive: true })
    for (const each of names.slice(1)) symlinkSync(join(shared, each), join(own, 'sampan', each))
    // One after another: the first makes the tables.
    replicas.push(await startSampan(own, more))
  }
  const proxyFolder = join(shared, 'nginx')
  mkdirSync(proxyFolder)
  const ports = replicas.map((replica) => replica.port)
  const proxy = await startNginxWith(proxyFolder, port, proxyTo(port, ports))
  const stop = async () => {
    await proxy?.stop()
    for (const replica of replicas) await replica.stop()
  }
  if (!proxy) await stop()
  return (
    proxy && {
      name: 'Sampan',
      port,
      dataDir: shared,
      outbox: join(shared, 'outbox'),
      processes: () => [...proxy.processes(), ...replicas.flatMap((replica) => replica.processes())],
      database: host.database,
      stop,
    }
  )
}
