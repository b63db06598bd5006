/**
 * Stands for the worker of the AAC encoder, and runs its script in this thread, in a context that has nothing but its messages: Node's
 * permissions do not hold in threads of their own, so that none may be started where strangers' files are decoded.
 */
import { type Blob, resolveObjectURL } from 'node:buffer'
import { createContext, Script } from 'node:vm'

type Heard = (event: { data: unknown }) => void

class WorkerHere {
  readonly #answered: Heard[] = []
  readonly #asked: Promise<Heard[]>

  constructor(url: string) {
    // Its maker takes the address back at once.
    this.#asked = this.#start(resolveObjectURL(url)!)
  }

  async #start(script: Blob): Promise<Heard[]> {
    const asked: Heard[] = []
    const self = {
      addEventListener: (_: 'message', heard: Heard) => asked.push(heard),
      postMessage: (data: unknown) => {
        for (const heard of this.#answered) heard({ data })
      },
    }
    const quiet = { log() {}, error() {}, warn() {} }
    new Script(await script.text()).runInContext(createContext({ self, console: quiet, setInterval() {}, TextDecoder }))
    return asked
  }

  addEventListener(_: 'message', heard: Heard): void {
    this.#answered.push(heard)
  }

  postMessage(data: unknown): void {
    void this.#asked.then((asked) => {
      for (const heard of asked) heard({ data })
    })
  }

  terminate(): void {}
}

/** Where the encoder looks for what makes workers. */
export function runWorkersHere(): void {
  Object.assign(globalThis, { Worker: WorkerHere })
}
