/** What this machine, or the container that is all we have of it, has space for. */
import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

/** A worker at work, with space for its peaks; the supervisor and the database together take one more share. */
const shareBytes = 256 * 1024 * 1024
const maxByDefault = 8

export type Machine = {
  cores: number
  /** What cpu.max of control groups (v2) says, "200000 100000" or "max 100000"; Node looks at cores alone. */
  cpuMax: string | undefined
  memoryBytes: number
}

/** At least one, however little there is. */
export function defaultWorkers({ cores, cpuMax = 'max', memoryBytes }: Machine): number {
  const [quota, period] = cpuMax.trim().split(/\s+/).map(Number)
  const share = quota && period ? Math.floor(quota / period) : Number.POSITIVE_INFINITY
  return Math.max(1, Math.min(cores, share, Math.floor(memoryBytes / shareBytes) - 1, maxByDefault))
}

function readCpuMax(): string | undefined {
  try {
    return readFileSync('/sys/fs/cgroup/cpu.max', 'utf8')
  } catch {
    return undefined
  }
}

/** 0 and more than there is both mean that the memory is not limited. */
export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  cpuMax: readCpuMax(),
  memoryBytes: Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
})
