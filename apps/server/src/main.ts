/** Start and stop: reads the config, then is the supervisor of several processes, one of those, or all in one. */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { version } from '../package.json'
import { type Config, givenSettings, readConfig } from './config/config.ts'
import { checkPort } from './http/listen.ts'
import { prepareDatabase } from './process/database.ts'
import { type Life, makeLife } from './process/life.ts'
import { forcedEndMs } from './process/limits.ts'
import { makeLog } from './process/log.ts'
import { serve } from './process/serve.ts'
import { supervise } from './process/supervise.ts'
import { runWorker } from './process/worker.ts'

async function checkPorts(config: Config): Promise<void> {
  await checkPort(config.port, config.host)
  if (config.bounceSmtpPort !== null)
    await checkPort(config.bounceSmtpPort, config.bounceSmtpHost, ['BOUNCE_SMTP_PORT', 'BOUNCE_SMTP_HOST'])
  if (config.metricsPort !== null) await checkPort(config.metricsPort, config.metricsHost, ['METRICS_PORT', 'METRICS_HOST'])
}

/** Answers with what the terminal is told. */
async function start(config: Config, life: Life): Promise<readonly string[]> {
  await checkPorts(config)
  if (config.workers > 1) return supervise(fileURLToPath(import.meta.url), config, life)
  return serve(config, await prepareDatabase(config, life), { runsJobs: true }, life)
}

async function run(): Promise<void> {
  const life = makeLife(makeLog(), { forcedEndMs })
  // Never once: Ctrl-C under npm sends two, and the second would end this process at once, with its database left behind.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void life.end(0))
  try {
    const config = readConfig()
    life.log.level = config.logLevel
    const lines = await start(config, life)
    if (life.isEnding()) return
    life.started()
    life.log.info({ version, node: process.version, settings: givenSettings() }, 'started')
    if (config.billingNotice) process.stderr.write(`${config.billingNotice}\n`)
    process.stdout.write(`Sampan is ready at ${config.publicUrl}\n`)
    for (const line of lines) process.stdout.write(`${line}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    await life.end(1)
  }
}

await (cluster.isWorker ? runWorker() : run())
