/** Starts a program in the strongest sandbox that this machine allows, and speaks with it over pipes. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { type Frame, frameOf, readFrames } from './frames.ts'
import { memoryOf } from './process-memory.ts'
import { argsOf, ownSandboxes, type Sandbox } from './sandbox.ts'

export type Child = {
  /** Null: it ended instead. */
  ask: (head: unknown, body: Uint8Array) => Promise<Frame | null>
  /** By what it ended. */
  ended: Promise<string>
  memory: () => Promise<number>
  end: () => void
}

const startMs = 20_000
/** What is made of one file: a large picture, or the longest sound. */
const answerLimits = { headBytes: 64 * 1024, bodyBytes: 32 * 1024 * 1024 }
/** Nothing of the server's: how the tools of a sandbox are found, a home that is none, and that libvips keeps in memory what it would else write. */
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/nowhere', VIPS_DISC_THRESHOLD: '1g' }

/** Throws where it does not start there. */
export async function startIn({ commandOf }: Sandbox, program: string, nodeArgs = argsOf(program)): Promise<Child> {
  const { file, args, ids } = commandOf(program, nodeArgs)
  const child = spawn(file, args, { ...ids, env, cwd: '/', stdio: ['pipe', 'ignore', 'ignore', 'pipe'] })
  const { ended, end, said } = watch(child)
  const tooLong = setTimeout(end, startMs)
  const first = await said()
  clearTimeout(tooLong)
  if (!(first?.head as { isReady?: boolean } | undefined)?.isReady) {
    end()
    throw new Error(`the process that decodes files did not start: it ended with ${await ended}`)
  }
  const input = child.stdin as Writable
  const ask = (head: unknown, body: Uint8Array) => {
    for (const piece of frameOf(head, [body])) input.write(piece)
    return said()
  }
  return { ask, ended, end, memory: () => memoryOf(child.pid!) }
}

function watch(child: ChildProcess) {
  const output = child.stdio[3] as Readable
  const end = () => {
    child.kill('SIGKILL')
    child.stdin?.destroy()
    output.destroy()
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message)).once('exit', (code, signal) => resolve(String(signal ?? code)))
  })
  // What is sent to one that is gone is said by its end.
  for (const pipe of [child.stdin!, output]) pipe.on('error', () => {})
  const frames = readFrames(output, answerLimits)
  const said = async () => {
    const { value } = await frames.next().catch(() => {
      end()
      return { value: undefined }
    })
    return value ?? null
  }
  return { ended, end, said }
}

const chosen = new Map<string, Promise<Sandbox>>()

/** The strongest one in which the program starts. */
async function choose(program: string): Promise<Sandbox> {
  const reasons: string[] = []
  for (const sandbox of ownSandboxes()) {
    try {
      ;(await startIn(sandbox, program)).end()
      return sandbox
    } catch (error) {
      reasons.push((error as Error).message)
    }
  }
  throw new Error(`no sandbox for decoding files: ${reasons.join('; ')}`)
}

/** It is tried once; where none does it is tried again with the next file. */
export function sandboxFor(program: string): Promise<Sandbox> {
  const known = chosen.get(program)
  if (known) return known
  const choosing = choose(program)
  chosen.set(program, choosing)
  choosing.catch(() => chosen.delete(program))
  return choosing
}
