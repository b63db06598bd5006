/**
 * A process that renders files, one after the other. A file that takes too long, or too much memory, or breaks it, ends it; the next
 * one gets another. Decoders of strangers' files are where a server is broken into: none of them runs in it.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Services } from '../../services.ts'
import type { Frame } from './frames.ts'
import { madeRenditions, reasonOf } from './made-renditions.ts'
import type { Rendered, render, Task } from './render.ts'
import type { Sandbox } from './sandbox.ts'
import { type Child, sandboxFor, startIn } from './sandboxed-process.ts'

export type Limits = { renderMs: number; pdfMs: number; memoryBytes: number }
/** `usedSeconds`: so long it has been at work, on what failed too. */
export type Renderer = { render: (task: Task) => Promise<Rendered[]>; usedSeconds: () => number; close: () => void }

/** Its file was too much for it, or is none of its type: it will be so the next time too. */
export class NotRendered extends Error {
  override name = 'NotRendered'
}

/** A first page that takes longer is drawn for nobody: PDFs are programs, and hold up what waits behind them. */
export const usualLimits: Limits = { renderMs: 30_000, pdfMs: 10_000, memoryBytes: 1_200_000_000 }
const lookEveryMs = 200

/** Beside the bundle; only where the source itself runs there is none, and it renders here. */
const bundled = new URL('./render-files.js', import.meta.url)
const source = './render.ts'
const isSource = import.meta.url.endsWith('.ts')

type Options = { program?: URL; limits?: Limits; sandbox?: Sandbox }

export function startRenderer({ program = bundled, limits = usualLimits, sandbox }: Options = {}): Renderer {
  if (isSource && !existsSync(program)) return renderHere()
  const file = fileURLToPath(program)
  let child: Promise<Child> | null = null
  let usedMs = 0
  const end = () => {
    child?.then((started) => started.end()).catch(() => {})
    child = null
  }
  const begin = async () => startIn(sandbox ?? (await sandboxFor(file)), file)
  return {
    render: async (task) => {
      const beganMs = performance.now()
      child ??= begin()
      try {
        // That none can be started is not the file's fault.
        return await madeBy(await child, task, limits)
      } catch (error) {
        if (!(error instanceof Refused)) end()
        throw error
      } finally {
        usedMs += performance.now() - beganMs
      }
    },
    usedSeconds: () => usedMs / 1000,
    close: end,
  }
}

/** At the start: an operator sees what holds a file that breaks its decoder, or that there is nothing and so nothing is rendered. */
export async function tellSandbox(log: Services['log']): Promise<void> {
  if (!existsSync(bundled)) return
  try {
    const { layers } = await sandboxFor(fileURLToPath(bundled))
    log.info({ heldBy: [...layers, 'permissions of Node'] }, 'files that are looked at are decoded in a process of their own')
  } catch (error) {
    log.warn({ err: error }, 'no pictures are made of files: their decoders could not be held apart')
  }
}

/** Said by a process that is well, and renders the next one. */
class Refused extends NotRendered {}

async function madeBy(child: Child, task: Task, limits: Limits): Promise<Rendered[]> {
  const answer = await answerOf(child, task, limits)
  const reason = reasonOf(answer)
  if (reason !== null) throw new Refused(reason)
  const rendered = madeRenditions(answer)
  if (!rendered) throw new NotRendered('what was made of it is not what is served')
  return rendered
}

const answerOf = (child: Child, { bytes, ...task }: Task, { renderMs, pdfMs, memoryBytes }: Limits): Promise<Frame> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string) => finish(() => reject(new NotRendered(reason)))
    const tooLong = setTimeout(() => fail('it takes too long'), task.ending === 'pdf' ? pdfMs : renderMs)
    const watch = setInterval(async () => {
      if ((await child.memory()) > memoryBytes) fail('it takes too much memory')
    }, lookEveryMs)
    function finish(settle: () => void) {
      clearTimeout(tooLong)
      clearInterval(watch)
      settle()
    }
    void child.ask(task, bytes).then(async (answer) => {
      if (answer) finish(() => resolve(answer))
      else fail(`its process ended with ${await child.ended}`)
    })
  })

function renderHere(): Renderer {
  return {
    render: async (task) => {
      const here: { render: typeof render } = await import(/* @vite-ignore */ source)
      return here.render(task).catch((error: Error) => {
        throw new NotRendered(error.message)
      })
    },
    usedSeconds: () => 0,
    close: () => {},
  }
}
