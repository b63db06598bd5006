/** The server's end of a connection: a real stream for Node's own HTTP, with bytes that the virtual network brings. */
import { Duplex } from 'node:stream'

type Handlers = { onBytes: (bytes: Buffer) => void; onEnd: () => void }

export class VirtualSocket extends Duplex {
  bytesRead = 0
  readonly remoteAddress = '10.0.0.1'
  private silence: { ms: number; timer: NodeJS.Timeout | undefined } = { ms: 0, timer: undefined }

  constructor(private readonly handlers: Handlers) {
    super({ allowHalfOpen: true })
    this.on('error', () => {})
    this.once('close', () => this.rest(handlers))
  }

  private rest({ onEnd }: Handlers): void {
    clearTimeout(this.silence.timer)
    onEnd()
  }

  /** From the network. */
  bring(bytes: Buffer): void {
    if (this.destroyed) return
    this.bytesRead += bytes.length
    this.moved()
    this.push(bytes)
  }

  /** The other end is gone. */
  breakOff(): void {
    if (!this.destroyed) this.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.moved()
    this.handlers.onBytes(chunk)
    done()
  }

  override _final(done: () => void): void {
    done()
    this.handlers.onEnd()
  }

  setTimeout(ms: number): this {
    this.silence.ms = ms
    this.moved()
    return this
  }

  private moved(): void {
    const { silence } = this
    clearTimeout(silence.timer)
    silence.timer = silence.ms > 0 ? setTimeout(() => this.emit('timeout'), silence.ms) : undefined
  }

  destroySoon(): void {
    this.end(() => this.destroy())
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }
}
