/** Processes: starting one, finding its children, and what the system knows of them. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const ticksPerSecond = 100

export const environment = (more) => ({ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...more })

/** Resolves with the child once a line of its output matches; what it logs after that, which is nothing while all is well, is shown. */
export function start([program, ...args], env, pattern) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => child.once('exit', done))
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  let isReady = false
  return new Promise((done, fail) => {
    child.once('error', fail)
    createInterface(child.stdout).on('line', (line) => {
      const match = pattern.exec(line)
      if (match) done({ pid: child.pid, match, stop })
      else if (isReady && line.startsWith('{')) console.log(line)
      isReady ||= match !== null
    })
    ended.then(() => fail(new Error(`${args[0] ?? program} ended before it was ready`)))
  })
}

/** [state, ppid, …] of /proc/<pid>/stat, whose second field may hold spaces. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  } catch {
    return null
  }
}

/** A process and all below it, as they are now; without one of them and what is below that. */
export function familyOf(root, without) {
  const parents = new Map()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = statOf(name)
    if (stat) parents.set(Number(name), Number(stat[1]))
  }
  const family = [root]
  // A child stands in the list behind its parent, so one walk finds all.
  for (const parent of family) for (const [pid, ppid] of parents) if (ppid === parent && pid !== without) family.push(pid)
  return family
}

/** Of those that live, and of the children that they have seen end. */
export function cpuSecondsOf(pids) {
  const stats = pids.map(statOf).filter(Boolean)
  return (
    stats.reduce((sum, stat) => sum + [11, 12, 13, 14].reduce((all, field) => all + Number(stat[field]), 0), 0) / ticksPerSecond
  )
}

/** Begins a new measurement of the peaks. */
export function forgetPeaks(pids) {
  for (const pid of pids) if (statOf(pid)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** 0 for one that has ended. */
function statusMiB(pid, field) {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Of each process, the greatest first. */
export const peaksMiB = (pids) => pids.map((pid) => statusMiB(pid, 'VmHWM')).sort((a, b) => b - a)
export const residentMiB = (pids) => pids.map((pid) => statusMiB(pid, 'VmRSS')).sort((a, b) => b - a)
