/** What the browser's processes and the server take: CPU seconds and resident memory. */
import { readFileSync } from 'node:fs'
import type { Server } from '../server.ts'
import type { PlainBrowser } from './plain-browser.ts'

export const mebibyte = 2 ** 20

type Process = { name: string; pid: number }
export type Taken = { cpuSeconds: number; residentMib: number }

const ticksPerSecond = 100

/** Of this browser alone, and of the server. */
export async function processesOf(browser: PlainBrowser, server: Server): Promise<Process[]> {
  const { processInfo } = (await browser.send('SystemInfo.getProcessInfo')) as { processInfo: { type: string; id: number }[] }
  const own = processInfo.map(({ type, id }) => ({ name: type, pid: id }))
  return [...own, ...server.pids().map((pid) => ({ name: 'server', pid }))]
}

const readProc = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

function takenBy(pid: number): Taken {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return {
    cpuSeconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond,
    residentMib: Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024,
  }
}

/** By kind of process: "renderer", "GPU", "utility", "browser", "server". */
export function taken(processes: Process[]): Map<string, Taken> {
  const sums = new Map<string, Taken>()
  for (const { name, pid } of processes) {
    const one = takenBy(pid)
    const sum = sums.get(name) ?? { cpuSeconds: 0, residentMib: 0 }
    sums.set(name, { cpuSeconds: sum.cpuSeconds + one.cpuSeconds, residentMib: sum.residentMib + one.residentMib })
  }
  return sums
}
