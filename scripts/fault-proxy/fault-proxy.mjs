/**
 * A TCP proxy that behaves like a bad line: delay, a rate that all connections share, losses, cuts, resets, half-open connections,
 * damaged bytes, held answers, no network at all. The same seed gives the same faults.
 */
import { createServer } from 'node:net'
import { createArmed } from './armed.mjs'
import { openConnection } from './connection.mjs'
import { createLink } from './link.mjs'
import { seededRandom } from './random.mjs'
import { applySettings, defaultSettings, directions } from './settings.mjs'

const faults = ['cut', 'reset', 'halfOpen', 'flip']

const targetOf = (target) => {
  if (typeof target !== 'string') return target
  const [host, port] = target.split(':').length > 1 ? target.split(':') : ['127.0.0.1', target]
  return { host, port: Number(port) }
}

const newCounters = () => ({
  connections: 0,
  refused: 0,
  stalls: 0,
  read: { up: 0, down: 0 },
  written: { up: 0, down: 0 },
  faults: { cut: 0, reset: 0, halfOpen: 0, flip: 0 },
})

/** Resolves once it listens; `port: 0` takes a free one. */
export async function startFaultProxy({ target, port = 0, host = '127.0.0.1', seed = 1, ...wishes }) {
  const settings = applySettings(structuredClone(defaultSettings), wishes)
  const random = seededRandom(seed)
  const counters = newCounters()
  const armed = createArmed()
  const live = new Set()
  const links = Object.fromEntries(directions.map((name) => [name, createLink(() => settings.bytesPerSecond[name])]))
  let behind = targetOf(target)

  function accept(client) {
    client.on('error', () => {})
    if (settings.refuses) {
      counters.refused++
      client.resetAndDestroy()
      return
    }
    counters.connections++
    const onClose = () => live.delete(connection)
    const connection = openConnection({ client, target: behind, links, settings, random, counters, armed, onClose })
    live.add(connection)
  }
  const server = createServer({ allowHalfOpen: true }, accept)
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve))

  const onAll = (kind) => [...live].forEach((connection) => void connection.act(kind))
  const everySecond = setInterval(() => {
    for (const connection of [...live]) if (random() < settings.cutsPerSecond) connection.act('cut')
  }, 1000)
  everySecond.unref()

  return {
    port: server.address().port,
    url: `http://${host}:${server.address().port}`,
    settings: () => structuredClone(settings),
    set(wishes) {
      applySettings(settings, wishes)
      for (const name of directions) links[name].wake()
      for (const connection of live) connection.wake()
    },
    act({ all, ...fault }) {
      if (all !== undefined && faults.slice(0, 3).includes(all)) return onAll(all)
      if (!faults.includes(fault.kind)) throw new Error(`There is no fault ${all ?? fault.kind}`)
      if (fault.direction !== undefined && !directions.includes(fault.direction))
        throw new Error(`No direction ${fault.direction}`)
      armed.add(fault)
    },
    /** For connections from now on: a server that came back elsewhere. */
    aim: (next) => {
      behind = targetOf(next)
    },
    counters: () => ({
      ...structuredClone(counters),
      open: live.size,
      armed: armed.count(),
      heldBytes: [...live].reduce((sum, connection) => sum + connection.heldBytes(), 0),
    }),
    async stop() {
      clearInterval(everySecond)
      for (const connection of [...live]) connection.destroy()
      for (const link of Object.values(links)) link.stop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
