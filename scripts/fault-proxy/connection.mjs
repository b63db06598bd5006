/** A client's socket, the socket to the server behind it, and how the two can be torn apart. */
import { connect } from 'node:net'
import { openPipe } from './pipe.mjs'
import { directions } from './settings.mjs'

export function openConnection({ client, target, links, settings, random, counters, armed, onClose }) {
  const server = connect({ ...target, allowHalfOpen: true })
  const passed = { up: 0, down: 0 }
  let isGone = false
  let isHalfOpen = false
  for (const socket of [client, server]) socket.setNoDelay(true)

  /** The first thing that is to go wrong within the next bytes of a direction. */
  function faultIn(direction, length) {
    const from = passed[direction]
    const limit = settings.cutAfterBytes[direction]
    const own = limit !== null && limit - from < length ? { at: Math.max(0, limit - from), kind: settings.cutAs } : null
    const shared = armed.within(direction, length)
    const first = shared && (!own || shared.at <= own.at) ? shared : own
    const used = !first ? length : first.kind === 'flip' ? first.at + 1 : first.at
    passed[direction] += used
    armed.pass(direction, used, first === shared ? shared : null)
    return first
  }

  const pipes = Object.fromEntries(
    directions.map((direction) => {
      const [source, sink] = direction === 'up' ? [client, server] : [server, client]
      const onFault = (kind) => (kind === 'end' ? sink.end() : act(kind))
      const pipe = { source, sink, direction, link: links[direction], settings, random, counters, onFault }
      return [direction, openPipe({ ...pipe, faultIn: (length) => faultIn(direction, length) })]
    }),
  )

  function close(end) {
    if (isGone) return
    isGone = true
    for (const pipe of Object.values(pipes)) pipe.close()
    for (const socket of [client, server]) end(socket)
    onClose()
  }
  /** cut: both ends are closed; reset: both get a RST; halfOpen: nothing arrives any more and nobody is told. */
  function act(kind) {
    if (isGone || isHalfOpen) return
    counters.faults[kind]++
    if (kind === 'cut') close((socket) => socket.destroy())
    if (kind === 'reset') close((socket) => socket.resetAndDestroy())
    if (kind !== 'halfOpen') return
    isHalfOpen = true
    for (const pipe of Object.values(pipes)) pipe.swallow()
  }
  for (const socket of [client, server]) {
    // A socket that is closed in good order was ended from both sides, each after its bytes.
    socket.on('close', () => client.destroyed && server.destroyed && close(() => {}))
  }
  return {
    act,
    wake: () => Object.values(pipes).forEach((pipe) => void pipe.wants()),
    heldBytes: () => Object.values(pipes).reduce((sum, pipe) => sum + pipe.heldBytes(), 0),
    destroy: () => close((socket) => socket.destroy()),
  }
}
