/**
 * Connections between two processes: given to a worker, not taken by it yet. Node closes its own end of them when the
 * worker answers; of a worker that dies first they would stay open without anybody behind them, and their visitors would
 * wait for ever.
 */
import type { Worker } from 'node:cluster'

type Handle = { close: (done?: () => void) => void }
type Send = (message: unknown, handle?: unknown, ...rest: unknown[]) => boolean

/** A message without a handle may have its callback in that place. */
const isHandle = (given: unknown): given is Handle => typeof given === 'object' && given !== null && 'close' in given

/** Closes with the worker what it was given and had not taken: whoever waits there is told at once, and can try again. */
export function closeWhatIsNotTaken(worker: Worker): void {
  const underWay = new Set<Handle>()
  const { process: child } = worker
  const send = child.send.bind(child) as Send
  child.send = ((message, handle, ...rest) => {
    if (isHandle(handle)) watch(handle, underWay)
    return send(message, handle, ...rest)
  }) as Send as typeof child.send
  worker.once('exit', () => {
    for (const handle of underWay) handle.close()
  })
}

function watch(handle: Handle, underWay: Set<Handle>): void {
  const { close } = handle
  underWay.add(handle)
  handle.close = (done) => {
    underWay.delete(handle)
    close.call(handle, done)
  }
}
