/** The two servers as processes, and what the system knows of them. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const here = import.meta.dirname
const ticksPerSecond = 100

async function freePort() {
  const probe = createServer()
  await new Promise((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address()
  await new Promise((done) => probe.close(done))
  return port
}

/** Resolves with the child once a line of it matches. */
function start(command, env, pattern) {
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => child.once('exit', done))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return new Promise((done, fail) => {
    createInterface(child.stdout).on('line', (line) => {
      const match = pattern.exec(line)
      if (match) done({ pid: child.pid, match, stop })
    })
    ended.then(() => fail(new Error(`${command[0]} ended before it was ready`)))
  })
}

const environment = (more) => ({ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...more })

export async function startSampan(folder) {
  const dataDir = join(folder, 'sampan')
  const port = await freePort()
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOW_WATER_BYTES: '0',
    LOG_LEVEL: 'error',
  }
  const env = environment({ ...settings, RATE_LIMITS: 'codeNetwork=100000/3600' })
  const { pid, stop } = await start([resolve(here, '../apps/server/dist/main.js')], env, /^Sampan is ready/)
  const postmaster = Number(readFileSync(join(dataDir, 'db/pg/postmaster.pid'), 'utf8').split('\n')[0])
  return { pid, port, stop, outbox: join(dataDir, 'outbox'), cpuSeconds: () => cpuOf(pid) + cpuOfFamily(postmaster) }
}

export async function startReference(folder) {
  const plain = join(folder, 'reference')
  mkdirSync(plain)
  const { pid, match, stop } = await start([join(here, 'reference.mjs'), plain], environment({}), /^ready (\d+)/)
  return { pid, port: Number(match[1]), stop, folder: plain, cpuSeconds: () => cpuOf(pid) }
}

/** [state, ppid, …] of /proc/<pid>/stat, whose second field may hold spaces. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  } catch {
    return null
  }
}

const secondsOf = (stat, fields) => (stat ? fields.reduce((sum, field) => sum + Number(stat[field]), 0) / ticksPerSecond : 0)
const cpuOf = (pid) => secondsOf(statOf(pid), [11, 12])

/** The database: its parent with all children, those that have ended included. */
function cpuOfFamily(parent) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat && Number(stat[1]) === parent)
  return secondsOf(statOf(parent), [11, 12, 13, 14]) + children.reduce((sum, stat) => sum + secondsOf(stat, [11, 12]), 0)
}

/** Begins a new measurement of the peak. */
export const forgetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5')
export const peakMiB = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
