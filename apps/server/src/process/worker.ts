/** One of several serving processes: it does what the supervisor orders, and ends when the supervisor ends. */
import { readConfig } from '../config/config.ts'
import { makeLife } from './life.ts'
import { workerEndMs } from './limits.ts'
import { makeLog } from './log.ts'
import { type Order, sendToSupervisor, type ToWorker } from './messages.ts'
import { joinNumbers } from './numbers.ts'
import { serve } from './serve.ts'

/** An order to stop may come before the start has ended. */
function askForOrder(onStop: () => void, hear: (message: ToWorker) => void): Promise<Order> {
  return new Promise((resolve) => {
    process.on('message', (message: ToWorker) => {
      hear(message)
      if ('order' in message) resolve(message.order)
      if ('stop' in message) onStop()
      if ('areYouThere' in message) sendToSupervisor({ here: true })
    })
    sendToSupervisor({ hello: true })
  })
}

export async function runWorker(): Promise<void> {
  // Ctrl-C and a service manager may reach the whole group: the order to stop comes from the supervisor alone.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  let stop = (): void => process.exit(0)
  const numbers = joinNumbers()
  const order = await askForOrder(() => stop(), numbers.hear)
  const life = makeLife(makeLog(order.number), { forcedEndMs: workerEndMs, isQuiet: true })
  stop = () => void life.end(0)
  process.on('uncaughtExceptionMonitor', (error) => life.log.fatal({ err: error }, 'this process ends by an error'))
  try {
    const config = readConfig()
    life.log.level = config.logLevel
    const lines = await serve(config, order.prepared, { runsJobs: order.runsJobs, shareMetrics: numbers.share }, life)
    life.started()
    sendToSupervisor({ ready: { lines } })
  } catch (error) {
    if (!life.isEnding()) sendToSupervisor({ failed: error instanceof Error ? error.message : String(error) })
    await life.end(1)
  }
}
