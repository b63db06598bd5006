/**
 * A process that renders files, one after the other. A file that takes too long, or too much memory, or breaks it, ends it; the next
 * one gets another. Decoders of strangers' files are where a server is broken into: none of them runs in it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Rendered, render, Task } from './render.ts'

type Limits = { renderMs: number; memoryBytes: number }
type Answer = { rendered: Rendered[] } | { reason: string }
export type Renderer = { render: (task: Task) => Promise<Rendered[]>; close: () => void }

/** Its file was too much for it, or is none of its type: it will be so the next time too. */
export class NotRendered extends Error {
  override name = 'NotRendered'
}

export const usualLimits: Limits = { renderMs: 30_000, memoryBytes: 1_200_000_000 }
const lookEveryMs = 200
const heapMb = 512
const pageBytes = 4096

/** Beside the bundle; where the source itself runs there is none, and it renders here. */
const bundled = new URL('./render-files.js', import.meta.url)
const source = './render.ts'

export function startRenderer(program: URL = bundled, limits: Limits = usualLimits): Renderer {
  if (!existsSync(program)) return renderHere()
  let child: ChildProcess | null = null
  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }
  const running = (): ChildProcess => {
    if (!child?.connected) child = begin(program)
    return child
  }
  return {
    render: async (task) => {
      const answer = await answerOf(running(), task, limits).catch((error) => {
        end()
        throw error
      })
      if ('reason' in answer) throw new NotRendered(answer.reason)
      return answer.rendered
    },
    close: end,
  }
}

/** Nothing of the server's environment goes with it. */
function begin(program: URL): ChildProcess {
  const child = fork(fileURLToPath(program), [], {
    env: {},
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // What is sent to one that is gone is said by its exit.
  child.on('error', () => {})
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}

const answerOf = (child: ChildProcess, task: Task, { renderMs, memoryBytes }: Limits): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string) => finish(() => reject(new NotRendered(reason)))
    const onExit = (code: number | null, signal: string | null) => fail(`its process ended with ${signal ?? code}`)
    const onMessage = (answer: Answer) => finish(() => resolve(answer))
    const tooLong = setTimeout(() => fail('it takes too long'), renderMs)
    const watch = setInterval(async () => {
      if ((await memoryOf(child)) > memoryBytes) fail('it takes too much memory')
    }, lookEveryMs)
    function finish(settle: () => void) {
      clearTimeout(tooLong)
      clearInterval(watch)
      child.off('exit', onExit).off('message', onMessage)
      settle()
    }
    child.once('exit', onExit).once('message', onMessage)
    child.send(task, (error) => error && fail(error.message))
  })

/** What is resident of it; 0 where the system does not tell. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const words = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')
  return Number(words[1] ?? 0) * pageBytes
}

function renderHere(): Renderer {
  return {
    render: async (task) => {
      const here: { render: typeof render } = await import(/* @vite-ignore */ source)
      return here.render(task).catch((error: Error) => {
        throw new NotRendered(error.message)
      })
    },
    close: () => {},
  }
}
